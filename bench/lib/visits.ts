import { randomUUID } from 'node:crypto';
import { cycleThrough } from './load.ts';
import type { SignedInMember } from './members.ts';
import { requireDefined } from './require-defined.ts';

/** Returns the address for the next call, as a proxy would choose it. */
type ChooseUrl = () => string;

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
  chooseUrl: ChooseUrl,
  members: SignedInMember[],
  visitors: number,
  visits: () => Visits,
): Promise<void> {
  const pairs = Array.from({ length: Math.floor(members.length / 2) }, (_, pair) =>
    members.slice(2 * pair, 2 * pair + 2),
  );
  const next = cycleThrough(pairs);
  const visit = async () => {
    while (!signal.aborted) {
      const [one, other] = next();
      await makeVisit(chooseUrl, requireDefined(one), requireDefined(other), visits).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: visitors }, visit));
}

/** Ends a visit: the calls that follow depend on the refused one. */
class Refused extends Error {}

async function makeVisit(
  choose: ChooseUrl,
  one: SignedInMember,
  other: SignedInMember,
  visits: () => Visits,
): Promise<void> {
  const call = (member: SignedInMember, method: string, path: string, body?: Body) =>
    callServer(choose(), member, method, path, body, visits());
  const check = (isRight: boolean, fault: string) => {
    if (!isRight) visits().wrong.push(fault);
  };
  const content = `Written while a version changes: ${randomUUID()}`;
  const { id } = (await call(one, 'POST', '/api/posts', { content })) as { id: string };
  visits().posts.push(id);
  check((await call(other, 'POST', `/api/posts/${id}/like`))['likesCount'] === 1, 'a like that is not counted');
  await call(other, 'POST', `/api/posts/${id}/comments`, { content });
  const post = await call(one, 'GET', `/api/posts/${id}`);
  check(
    post['content'] === content && post['likesCount'] === 1 && post['commentsCount'] === 1,
    'a post with wrong content or counts',
  );
  const feed = (await call(other, 'GET', '/api/posts')) as unknown as { id: string }[];
  check(
    feed.length === 20 && feed.every((each, index) => index === 0 || each.id < requireDefined(feed[index - 1]).id),
    'a feed that is incomplete or out of order',
  );
  const message = await call(one, 'POST', '/api/messages', { content, receiverId: other.id, clientId: randomUUID() });
  visits().messages.push(message['id'] as string);
  const messages = (await call(other, 'GET', `/api/messages?userId=${one.id}`)) as unknown as Body[];
  check(
    messages.some(({ id, content: text }) => id === message['id'] && text === content),
    'a missing message',
  );
}

async function callServer(
  url: string,
  { cookie }: SignedInMember,
  method: string,
  path: string,
  body: Body | undefined,
  visits: Visits,
): Promise<Body> {
  const startedAt = performance.now();
  visits.calls += 1;
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
    visits.refused.push(
      error instanceof Refused ? error.message : `${method} ${path}: ${String((error as Error).cause ?? error)}`,
    );
    throw error;
  } finally {
    visits.slowestMilliseconds = Math.max(visits.slowestMilliseconds, performance.now() - startedAt);
  }
}
