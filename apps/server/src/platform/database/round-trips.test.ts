import { randomUUID } from 'node:crypto';
import * as feed from '@commons/contract/feed/schemas';
import { createMeditation, trackListening } from '@commons/contract/meditations/schemas';
import { sendMessage } from '@commons/contract/messages/schemas';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';

// Without timers, background work would be counted with the request that runs at the same time.
beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
const community = setUpCommunity({ RATE_LIMITS: 'on' });
afterAll(() => void vi.useRealTimers());
let ana: Member;
let ben: Member;
let params: { id: string };
let meditation: { id: string };

beforeAll(async () => {
  [ana, ben] = [await community.current.member(), await community.current.member()];
  const admin = await community.current.member({ role: 'admin' });
  const body = { title: 'Rain', description: '', audioUrl: 'https://sounds.test/rain.mp3', duration: 60 };
  meditation = { id: (await admin.call(createMeditation, { body })).body.id };
  params = { id: (await ana.call(feed.createPost, { body: { content: 'Look at this sunrise' } })).body.id };
});

/** Messages to other processes are sent separately, and no request waits for them. */
const isBackground = (name: string) => name === 'bus_notify';

/**
 * Returns the round trips to the database of one call. Statements sent before an earlier one is answered share its
 * round trip. Leaves out the COMMIT.
 */
async function recordRoundTrips(action: () => Promise<{ status: number }>): Promise<string[][]> {
  const trips: string[][] = [];
  let trip: string[] = [];
  const { query: originalQuery } = Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const query = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const [statement] = args;
    const name = typeof statement === 'string' ? statement : ((statement as { name?: string }).name ?? 'unnamed');
    if (isBackground(name)) return originalQuery.apply(this, args) as never;
    if (trip.length === 0) trips.push(trip);
    trip.push(name);
    const endTrip = () => {
      trip = [];
    };
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const endTripAndCallback = (...result: unknown[]) => {
        endTrip();
        (callback as (...result: unknown[]) => void)(...result);
      };
      return originalQuery.apply(this, [...args.slice(0, -1), endTripAndCallback]) as never;
    }
    const result = originalQuery.apply(this, args) as Promise<unknown>;
    result.then(endTrip, endTrip);
    return result as never;
  });
  try {
    expect((await action()).status).toBeLessThan(300);
  } finally {
    query.mockRestore();
  }
  return trips.filter((names) => !names.includes('commit'));
}

const withIdempotencyKey = () => ({ 'idempotency-key': randomUUID() });

test.for<[name: string, write: () => Promise<{ status: number }>]>([
  ['sharing a post', () => ana.call(feed.createPost, { body: { content: 'A quiet day' } }, withIdempotencyKey())],
  ['adding a comment', () => ben.call(feed.createComment, { params, body: { content: 'Yes' } }, withIdempotencyKey())],
  ['liking and unliking a post', () => ben.call(feed.toggleLike, { params })],
  [
    'sending a message',
    () =>
      ana.call(
        sendMessage,
        { body: { receiverId: ben.id, content: 'Hello', clientId: randomUUID() } },
        withIdempotencyKey(),
      ),
  ],
  [
    'tracking a completed meditation',
    () =>
      ana.call(
        trackListening,
        { params: meditation, body: { secondsListened: 60, completed: true } },
        withIdempotencyKey(),
      ),
  ],
])('%s takes at most four round trips, including session, rate limit and idempotency key', async ([, write]) => {
  // The first call prepares statements and creates conversations.
  await write();
  for (const round of ['once', 'again']) {
    const trips = await recordRoundTrips(write);
    expect(trips.length, `${round}: ${trips.map((names) => names.join(' + ')).join(' | ')}`).toBeLessThanOrEqual(4);
  }
});
