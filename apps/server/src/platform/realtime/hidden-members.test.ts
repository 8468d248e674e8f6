import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { LiveClient } from '../../../test/live-client.ts';
import type { Viewer } from '../sessions/viewer.ts';
import { createBus } from './bus.ts';
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

/** A process that serves Ana's sockets, and a database that answers whom she does not hear when the test lets it. */
async function openProcess(heartbeatMilliseconds?: number) {
  const bus = createBus({ processId: randomUUID(), maxBatchBytes: 1_000, onError: () => {} });
  const asked: ((hiddenMemberIds: string[]) => void)[] = [];
  let isAsked = Promise.withResolvers<void>();
  const app = fastify();
  app.decorateRequest('viewer', undefined);
  app.addHook('onRequest', async (request) => {
    request.viewer = ana;
  });
  await serveSockets(app, {
    bus,
    origins: new Set([origin]),
    ...(heartbeatMilliseconds && { heartbeatMilliseconds }),
    findHiddenMemberIds: () =>
      new Promise((resolve) => {
        asked.push((hiddenMemberIds) => resolve(new Set(hiddenMemberIds)));
        isAsked.resolve();
      }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  cleanups.push(() => app.close());
  return {
    bus,
    open: () => LiveClient.open(`ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/ws`, { origin }),
    /** Answers the longest waiting question for whom Ana does not hear. */
    async answer(hiddenMemberIds: string[]) {
      while (asked.length === 0) {
        await isAsked.promise;
        isAsked = Promise.withResolvers();
      }
      asked.shift()!(hiddenMemberIds);
    },
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
  server.bus.publish({ hiddenMembersChangedFor: [ana.id] });
  await server.answer([ben]);
  await server.answer([]);
  const heard = server.post(ben);
  expect((await live.next('post.created')).postId).toBe(heard);
  live.close();
});

test('a block that comes while a tab is being opened holds in it', async () => {
  const server = await openProcess();
  const opening = server.open();
  // The block is heard of behind the look-up for the tab, and before the tab is there to be told.
  await server.answer([]);
  server.bus.publish({ hiddenMembersChangedFor: [ana.id] });
  const live = await opening;
  server.post(ben);
  const other = server.post(randomUUID());
  await server.answer([ben]);
  expect((await live.next('post.created')).postId).toBe(other);
  live.close();
});

test('a page hears a sign of life as soon as its socket is open, and again and again', async () => {
  const server = await openProcess(20);
  const opening = server.open();
  await server.answer([]);
  const live = await opening;
  for (let beat = 0; beat < 3; beat += 1) expect(await live.next('heartbeat')).toEqual({ type: 'heartbeat' });
  live.close();
});
