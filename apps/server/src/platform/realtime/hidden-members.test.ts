import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { LiveClient } from '../../../test/live-client.ts';
import type { LiveSession, Viewer } from '../sessions/viewer.ts';
import { createBus } from './bus.ts';
import { closeCodes } from './connections.ts';
import { serveSockets } from './sockets.ts';

const ana: Viewer = {
  sessionId: randomUUID(),
  id: randomUUID(),
  role: 'user',
  isFlagged: false,
  summary: { id: '', displayName: 'Ana', firstName: 'Ana', lastName: '', profileImageUrl: null, title: null },
};
const ben = randomUUID();
const origin = 'http://commons.test';

let cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
  cleanups = [];
});

/** A process that serves Ana's sockets, and a database that answers whom she hides when the test lets it. */
async function openProcess(timing: { heartbeatMilliseconds?: number } = {}) {
  const bus = createBus({ processId: randomUUID(), maxBatchBytes: 1_000, outage: { failed() {}, worked() {} } });
  const asked: ((session: LiveSession | null) => void)[] = [];
  let isAsked = Promise.withResolvers<void>();
  const app = fastify();
  app.decorateRequest('viewer', undefined);
  app.addHook('onRequest', async (request) => {
    request.viewer = ana;
  });
  const sockets = await serveSockets(app, {
    bus,
    origins: new Set([origin]),
    isLimited: false,
    recheckMilliseconds: 60_000,
    ...timing,
    checkSessions: () =>
      new Promise((resolve) => {
        asked.push((session) => resolve(new Map([[ana.sessionId, session]])));
        isAsked.resolve();
      }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  cleanups.push(() => app.close());
  const hasAsked = async () => {
    while (asked.length === 0) {
      await isAsked.promise;
      isAsked = Promise.withResolvers();
    }
  };
  const answerWith = async (session: LiveSession | null) => {
    await hasAsked();
    asked.shift()!(session);
  };
  return {
    bus,
    sockets,
    hasAsked,
    open: () => LiveClient.open(`ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/ws`, { origin }),
    /** Answers the longest waiting question about Ana: whom she hides, or that her session is over. */
    answer: (hiddenMemberIds: string[]) =>
      answerWith({
        viewer: ana,
        hiddenMemberIds: new Set(hiddenMemberIds),
        mutedMemberIds: new Set(),
        version: hiddenMemberIds.join(),
      }),
    answerOver: () => answerWith(null),
    post: (authorId: string) => {
      const postId = randomUUID();
      const frame = { type: 'post.created', postId, authorId } as const;
      bus.publish({ audience: 'everyone', frame, actorIds: [authorId] });
      return postId;
    },
  };
}

test('what is said while a block is looked up waits, and then reaches only those who hear it, in order', async () => {
  const server = await openProcess();
  const opening = server.open();
  await server.answer([]);
  const live = await opening;
  server.bus.publish({ hiddenMembersChangedFor: [ana.id] });
  server.post(ben);
  const others = [server.post(randomUUID()), server.post(randomUUID())];
  await server.answer([ben]);
  for (const postId of others) expect((await live.next('post.created')).postId).toBe(postId);
  live.close();
});

test('two changes that follow each other end with what the second one says', async () => {
  const server = await openProcess();
  const opening = server.open();
  await server.answer([]);
  const live = await opening;
  server.bus.publish({ hiddenMembersChangedFor: [ana.id] });
  await server.hasAsked();
  server.bus.publish({ hiddenMembersChangedFor: [ana.id] });
  await server.answer([ben]);
  await server.answer([]);
  const heard = server.post(ben);
  expect((await live.next('post.created')).postId).toBe(heard);
  live.close();
});

test('a block that comes while a tab is being opened holds in it', async () => {
  const server = await openProcess();
  const live = await server.open();
  // The block is heard of behind the look-up for the tab.
  await server.answer([]);
  server.bus.publish({ hiddenMembersChangedFor: [ana.id] });
  server.post(ben);
  const other = server.post(randomUUID());
  await server.answer([ben]);
  expect((await live.next('post.created')).postId).toBe(other);
  live.close();
});

test('a tab whose session ended while it was being opened is told nothing, and closed', async () => {
  const server = await openProcess();
  const live = await server.open();
  server.post(ben);
  await server.answerOver();
  expect(await live.closed()).toBe(closeCodes.sessionEnded);
  expect(live.untaken).toEqual([]);
  expect(server.sockets.count()).toBe(0);
});

test('one member’s block keeps nobody else waiting', async () => {
  const server = await openProcess();
  const opening = server.open();
  await server.answer([]);
  const live = await opening;
  await live.next('heartbeat');
  server.bus.publish({ hiddenMembersChangedFor: [ben] });
  const postId = server.post(randomUUID());
  expect((await live.next('post.created')).postId).toBe(postId);
  live.close();
});

test('a page hears a sign of life as soon as its socket is open, and again and again', async () => {
  const server = await openProcess({ heartbeatMilliseconds: 500 });
  const opening = server.open();
  await server.answer([]);
  const live = await opening;
  for (let beat = 0; beat < 3; beat += 1) expect(await live.next('heartbeat')).toEqual({ type: 'heartbeat' });
  live.close();
});
