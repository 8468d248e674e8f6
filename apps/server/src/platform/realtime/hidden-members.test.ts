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

/** Opens a process with Ana's sockets. The test decides when the query for the members she hides is answered. */
async function openProcess(options: { heartbeatMilliseconds?: number } = {}) {
  const bus = createBus({
    processId: randomUUID(),
    maxBatchBytes: 1_000,
    outage: { reportFailure() {}, reportSuccess() {} },
  });
  const pendingAnswers: ((session: LiveSession | null) => void)[] = [];
  let queryStarted = Promise.withResolvers<void>();
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
    ...options,
    checkSessions: () =>
      new Promise((resolve) => {
        pendingAnswers.push((session) => resolve(new Map([[ana.sessionId, session]])));
        queryStarted.resolve();
      }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  cleanups.push(() => app.close());
  const waitForQuery = async () => {
    while (pendingAnswers.length === 0) {
      await queryStarted.promise;
      queryStarted = Promise.withResolvers();
    }
  };
  const answerWith = async (session: LiveSession | null) => {
    await waitForQuery();
    pendingAnswers.shift()!(session);
  };
  return {
    bus,
    sockets,
    waitForQuery,
    open: () => LiveClient.open(`ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/ws`, { origin }),
    /** Answers the oldest pending query about Ana with the members she hides. */
    answer: (hiddenMemberIds: string[]) =>
      answerWith({
        viewer: ana,
        hiddenMemberIds: new Set(hiddenMemberIds),
        mutedMemberIds: new Set(),
        version: hiddenMemberIds.join(),
      }),
    answerSessionEnded: () => answerWith(null),
    post: (authorId: string) => {
      const postId = randomUUID();
      const frame = { type: 'post.created', postId, authorId } as const;
      bus.publish({ audience: 'everyone', frame, actorIds: [authorId] });
      return postId;
    },
  };
}

test('frames sent during the lookup of a block wait, and then reach only permitted sockets, in order', async () => {
  const server = await openProcess();
  const opening = server.open();
  await server.answer([]);
  const client = await opening;
  server.bus.publish({ hiddenMembersChangedFor: [ana.id] });
  server.post(ben);
  const others = [server.post(randomUUID()), server.post(randomUUID())];
  await server.answer([ben]);
  for (const postId of others) expect((await client.next('post.created')).postId).toBe(postId);
  client.close();
});

test('of two changes in a row, the second one takes effect', async () => {
  const server = await openProcess();
  const opening = server.open();
  await server.answer([]);
  const client = await opening;
  server.bus.publish({ hiddenMembersChangedFor: [ana.id] });
  await server.waitForQuery();
  server.bus.publish({ hiddenMembersChangedFor: [ana.id] });
  await server.answer([ben]);
  await server.answer([]);
  const visiblePostId = server.post(ben);
  expect((await client.next('post.created')).postId).toBe(visiblePostId);
  client.close();
});

test('a block applies to a tab that is being opened', async () => {
  const server = await openProcess();
  const client = await server.open();
  // The block arrives after the lookup for the tab.
  await server.answer([]);
  server.bus.publish({ hiddenMembersChangedFor: [ana.id] });
  server.post(ben);
  const other = server.post(randomUUID());
  await server.answer([ben]);
  expect((await client.next('post.created')).postId).toBe(other);
  client.close();
});

test('a tab whose session ended while it was being opened receives nothing and is closed', async () => {
  const server = await openProcess();
  const client = await server.open();
  server.post(ben);
  await server.answerSessionEnded();
  expect(await client.closed()).toBe(closeCodes.sessionEnded);
  expect(client.queuedTypes).toEqual([]);
  expect(server.sockets.count()).toBe(0);
});

test('a block by one member delays no other member', async () => {
  const server = await openProcess();
  const opening = server.open();
  await server.answer([]);
  const client = await opening;
  await client.next('heartbeat');
  server.bus.publish({ hiddenMembersChangedFor: [ben] });
  const postId = server.post(randomUUID());
  expect((await client.next('post.created')).postId).toBe(postId);
  client.close();
});

test('a page receives a heartbeat when its socket opens and at every interval', async () => {
  const server = await openProcess({ heartbeatMilliseconds: 500 });
  const opening = server.open();
  await server.answer([]);
  const client = await opening;
  for (let beat = 0; beat < 3; beat += 1) expect(await client.next('heartbeat')).toEqual({ type: 'heartbeat' });
  client.close();
});
