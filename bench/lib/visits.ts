import { randomUUID } from 'node:crypto';
import { inTurn } from './load.ts';
import type { SignedInMember } from './members.ts';
import { present } from './present.ts';

/** Where the next call goes, as a proxy would choose it. */
type Choose = () => string;

/** What members met while they came and went. */
export type Visits = {
  calls: number;
  /** Answered by an error, or by nothing. */
  refused: string[];
  /** Answered with success, and not as it is. */
  wrong: string[];
  slowestMilliseconds: number;
  /** What was acknowledged, to be looked for at the end. */
  posts: string[];
  messages: string[];
};

export const noVisits = (): Visits => ({
  calls: 0,
  refused: [],
  wrong: [],
  slowestMilliseconds: 0,
  posts: [],
  messages: [],
});

type Body = Record<string, unknown>;

/**
 * Members in pairs, one pair for each visitor: one shares a post, the other likes it and comments on it, both read it, the feed
 * and what they write to each other. Each call is a server of its own choice, so what one server wrote another one reads.
 */
export async function visitUntil(
  signal: AbortSignal,
  choose: Choose,
  members: SignedInMember[],
  visitors: number,
  seen: () => Visits,
): Promise<void> {
  const pairs = Array.from({ length: Math.floor(members.length / 2) }, (_, pair) =>
    members.slice(2 * pair, 2 * pair + 2),
  );
  const next = inTurn(pairs);
  const visit = async () => {
    while (!signal.aborted) {
      const [one, other] = next();
      await comeAndGo(choose, present(one), present(other), seen).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: visitors }, visit));
}

/** The rest of a visit makes no sense when a call of it was refused. */
class Refused extends Error {}

async function comeAndGo(
  choose: Choose,
  one: SignedInMember,
  other: SignedInMember,
  seen: () => Visits,
): Promise<void> {
  const call = (member: SignedInMember, method: string, path: string, body?: Body) =>
    ask(choose(), member, method, path, body, seen());
  const check = (isRight: boolean, what: string) => {
    if (!isRight) seen().wrong.push(what);
  };
  const content = `Written while a version changes: ${randomUUID()}`;
  const { id } = (await call(one, 'POST', '/api/posts', { content })) as { id: string };
  seen().posts.push(id);
  check((await call(other, 'POST', `/api/posts/${id}/like`))['likesCount'] === 1, 'a like that is not counted');
  await call(other, 'POST', `/api/posts/${id}/comments`, { content });
  const post = await call(one, 'GET', `/api/posts/${id}`);
  check(
    post['content'] === content && post['likesCount'] === 1 && post['commentsCount'] === 1,
    'a post that is not as it was written',
  );
  const feed = (await call(other, 'GET', '/api/posts')) as unknown as { id: string }[];
  check(
    feed.length === 20 && feed.every((each, index) => index === 0 || each.id < present(feed[index - 1]).id),
    'a feed that is not full or not in order',
  );
  const message = await call(one, 'POST', '/api/messages', { content, receiverId: other.id, clientId: randomUUID() });
  seen().messages.push(message['id'] as string);
  const messages = (await call(other, 'GET', `/api/messages?userId=${one.id}`)) as unknown as Body[];
  check(
    messages.some(({ id, content: words }) => id === message['id'] && words === content),
    'a message that is not there',
  );
}

async function ask(
  url: string,
  { cookie }: SignedInMember,
  method: string,
  path: string,
  body: Body | undefined,
  seen: Visits,
): Promise<Body> {
  const startedAt = performance.now();
  seen.calls += 1;
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Refused(`${response.status} ${method} ${path.split('?')[0]}: ${text.slice(0, 200)}`);
    return JSON.parse(text) as Body;
  } catch (error) {
    seen.refused.push(
      error instanceof Refused ? error.message : `${method} ${path}: ${String((error as Error).cause ?? error)}`,
    );
    throw error;
  } finally {
    seen.slowestMilliseconds = Math.max(seen.slowestMilliseconds, performance.now() - startedAt);
  }
}
