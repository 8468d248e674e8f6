import { randomUUID } from 'node:crypto';
import * as feed from '@commons/contract/feed/schemas';
import { createMeditation, trackListening } from '@commons/contract/meditations/schemas';
import { sendMessage } from '@commons/contract/messages/schemas';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';

// What a server does by itself, now and then or a moment after a call, would be counted with the call that it meets.
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

/** What other processes are told travels on its own: nobody waits for it. */
const isBehind = (name: string) => name === 'bus_notify';

/**
 * The waits for the database of one call: what is asked for before an earlier statement is answered is one wait with it.
 * That for COMMIT is left out.
 */
async function roundTripsOf(act: () => Promise<{ status: number }>): Promise<string[][]> {
  const trips: string[][] = [];
  let trip: string[] = [];
  const { query: send } = Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const query = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
    const [statement] = given;
    const name = typeof statement === 'string' ? statement : ((statement as { name?: string }).name ?? 'unnamed');
    if (isBehind(name)) return send.apply(this, given) as never;
    if (trip.length === 0) trips.push(trip);
    trip.push(name);
    const answered = () => {
      trip = [];
    };
    const callback = given.at(-1);
    if (typeof callback === 'function') {
      const withNote = (...result: unknown[]) => {
        answered();
        (callback as (...result: unknown[]) => void)(...result);
      };
      return send.apply(this, [...given.slice(0, -1), withNote]) as never;
    }
    const result = send.apply(this, given) as Promise<unknown>;
    result.then(answered, answered);
    return result as never;
  });
  try {
    expect((await act()).status).toBeLessThan(300);
  } finally {
    query.mockRestore();
  }
  return trips.filter((names) => !names.includes('commit'));
}

const withKey = () => ({ 'idempotency-key': randomUUID() });

test.for<[name: string, write: () => Promise<{ status: number }>]>([
  ['sharing a post', () => ana.call(feed.createPost, { body: { content: 'A quiet day' } }, withKey())],
  ['adding a comment', () => ben.call(feed.createComment, { params, body: { content: 'Yes' } }, withKey())],
  ['liking a post, and taking the like back', () => ben.call(feed.toggleLike, { params })],
  [
    'sending a message',
    () => ana.call(sendMessage, { body: { receiverId: ben.id, content: 'Hello', clientId: randomUUID() } }, withKey()),
  ],
  [
    'telling of a listen and its completion',
    () => ana.call(trackListening, { params: meditation, body: { secondsListened: 60, completed: true } }, withKey()),
  ],
])('%s waits for the database three times at most, session, limit and key included', async ([, write]) => {
  // The first calls prepare statements, and begin conversations.
  await write();
  for (const turn of ['once', 'again']) {
    const trips = await roundTripsOf(write);
    expect(trips.length, `${turn}: ${trips.map((names) => names.join(' + ')).join(' | ')}`).toBeLessThanOrEqual(3);
  }
});
