import { randomUUID } from 'node:crypto';
import { cycleThrough } from './load.ts';
import type { SignedInMember } from './members.ts';
import { present } from './present.ts';

/** Returns the address for the next call, as a proxy would choose it. */
type Choose = () => string;

/** Result of the members' calls. */
export type Visits = {
  calls: number;
  /** Calls with an error or without a response. */
  refused: string[];
  /** Successful responses with wrong content. */
  wrong: string[];
  slowestMilliseconds: number;
  /** Ids of acknowledged posts and messages. They must exist at the end. */
  posts: string[];
  messages: string[];
};

export const emptyVisits = (): Visits => ({
  calls: 0,
  refused: [],
  wrong: [],
  slowestMilliseconds: 0,
  posts: [],
  messages: [],
});

type Body = Record<string, unknown>;

/**
 * Lets pairs of members use the product until aborted. One member shares a post, the other likes and comments on it,
 * and both read it, the feed and their messages. Each call goes to another server, so one server reads another's
 * writes.
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
  const next = cycleThrough(pairs);
  const visit = async () => {
    while (!signal.aborted) {
      const [one, other] = next();
      await exchange(choose, present(one), present(other), seen).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: visitors }, visit));
}

/** Ends a visit: the calls that follow depend on the refused one. */
class Refused extends Error {}

async function exchange(choose: Choose, one: SignedInMember, other: SignedInMember, seen: () => Visits): Promise<void> {
  const call = (member: SignedInMember, method: string, path: string, body?: Body) =>
    ask(choose(), member, method, path, body, seen());
  const check = (isRight: boolean, fault: string) => {
    if (!isRight) seen().wrong.push(fault);
  };
  const content = `Written while a version changes: ${randomUUID()}`;
  const { id } = (await call(one, 'POST', '/api/posts', { content })) as { id: string };
  seen().posts.push(id);
  check((await call(other, 'POST', `/api/posts/${id}/like`))['likesCount'] === 1, 'a like that is not counted');
  await call(other, 'POST', `/api/posts/${id}/comments`, { content });
  const post = await call(one, 'GET', `/api/posts/${id}`);
  check(
    post['content'] === content && post['likesCount'] === 1 && post['commentsCount'] === 1,
    'a post with wrong content or counts',
  );
  const feed = (await call(other, 'GET', '/api/posts')) as unknown as { id: string }[];
  check(
    feed.length === 20 && feed.every((each, index) => index === 0 || each.id < present(feed[index - 1]).id),
    'a feed that is incomplete or out of order',
  );
  const message = await call(one, 'POST', '/api/messages', { content, receiverId: other.id, clientId: randomUUID() });
  seen().messages.push(message['id'] as string);
  const messages = (await call(other, 'GET', `/api/messages?userId=${one.id}`)) as unknown as Body[];
  check(
    messages.some(({ id, content: words }) => id === message['id'] && words === content),
    'a missing message',
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
