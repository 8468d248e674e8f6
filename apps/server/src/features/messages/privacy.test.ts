import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@commons/contract/endpoint';
import * as contract from '@commons/contract/messages/schemas';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';

const community = setUpCommunity();

const secret = 'heron-under-the-willow';

const encodeText = (text: string) => Buffer.from(text).toString('base64url');

/** Creates a conversation and a third member who knows all its ids, addresses and tokens. */
async function createConversation() {
  const [ana, ben, eve] = await Promise.all([1, 2, 3].map(() => community.current.member()));
  const photo = new FormData();
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer();
  photo.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'willow.jpg');
  const form = new Response(photo);
  const uploaded = await ana!.send<{ id: string; url: string }>('POST', '/api/uploads/message-photos', {
    body: Buffer.from(await form.arrayBuffer()),
    headers: { 'content-type': form.headers.get('content-type')! },
  });
  expect(uploaded.status).toBe(201);
  const clientId = randomUUID();
  const sent = await ana!.call(contract.sendMessage, {
    body: { receiverId: ben!.id, content: secret, photoId: uploaded.body.id, clientId },
  });
  const reply = await ben!.call(contract.sendMessage, { body: { receiverId: ana!.id, content: `${secret} indeed` } });
  const ids = [ana!.id, ben!.id, eve!.id, sent.body.id, reply.body.id, uploaded.body.id, clientId, randomUUID()];
  return { ana: ana!, eve: eve!, ids, photoUrl: uploaded.body.url };
}

/** `npm run fuzz` makes ten times as many attempts. */
const attempts = process.env['FUZZ_INPUTS'] === undefined ? 1_000 : 10_000;
const attemptsPerRun = 10;

test('a thousand random requests by a third member reveal nothing of a conversation', async () => {
  const { ana, eve, ids, photoUrl } = await createConversation();
  expect((await ana.send('GET', photoUrl)).status).toBe(200);
  const live = await community.current.connect(eve);

  const id = fc.constantFrom(...ids);
  const cursor = fc.oneof(
    fc.nat({ max: 5 }).map((position) => encodeText(String(position))),
    id.map((other) => encodeText(`2099-01-01T00:00:00.000Z ${other}`)),
    fc.base64String({ maxLength: 40 }),
  );
  const searchText = fc.constantFrom(secret, 'heron', 'willow', '%', '_', '', "' OR 1=1 --", 'indeed');
  const query = fc
    .record(
      {
        userId: id,
        after: id,
        cursor,
        q: searchText,
        limit: fc.nat({ max: 101 }),
        kind: fc.constantFrom('requests', 'accepted'),
      },
      { requiredKeys: [] },
    )
    .map((fields) =>
      new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString(),
    );
  const attempt = fc.oneof(
    query.map((search) => ({ method: 'GET', url: `/api/messages?${search}` })),
    query.map((search) => ({ method: 'GET', url: `/api/messages/conversations?${search}` })),
    id.map((other) => ({ method: 'GET', url: `/api/messages/conversations/${other}` })),
    fc
      .record({ id, size: fc.constantFrom('card', 'full', 'small', '../full') })
      .map((photo) => ({ method: 'GET', url: `/api/messages/photos/${photo.id}/${photo.size}` })),
    fc
      .record({ id, prefix: fc.constantFrom('', 'private-') })
      .map((file) => ({ method: 'GET', url: `/media/${file.prefix}${file.id}-full.webp` })),
    id.map((other) => ({ method: 'DELETE', url: `/api/messages/${other}` })),
    fc.record({ userId: id }).map((body) => ({ method: 'POST', url: '/api/messages/read', body })),
    fc
      .record({ other: id, accept: fc.boolean() })
      .map(({ other, accept }) => ({ method: 'POST', url: `/api/messages/requests/${other}`, body: { accept } })),
    fc
      .record({ subjectId: id, subjectType: fc.constantFrom('message', 'member'), shared: fc.option(id) })
      .map(({ shared, ...subject }) => ({
        method: 'POST',
        url: '/api/reports',
        body: { ...subject, reason: 'other', ...(shared !== null && { messageIds: [shared] }) },
      })),
    fc
      .record({ receiverId: fc.constant(ids[2]!), content: searchText, photoId: id, clientId: id })
      .map((body) => ({ method: 'POST', url: '/api/messages', body })),
  ) as fc.Arbitrary<{ method: Endpoint['method']; url: string; body?: object }>;

  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { minLength: attemptsPerRun, maxLength: attemptsPerRun }), async (batch) => {
      const sendAttempt = async ({ method, url, body }: (typeof batch)[number]) => {
        const response = await eve.send(method, url, { ...(body && { body }) });
        expect(response.status).not.toBe(500);
        expect(JSON.stringify(response.body)).not.toContain(secret);
        const isPicture = /\/photos\/|\/media\//.test(url);
        expect(isPicture ? response.status : 404).toBe(404);
      };
      await Promise.all(batch.map(sendAttempt));
    }),
    { numRuns: attempts / attemptsPerRun },
  );
  expect(JSON.stringify(live.queuedTypes)).not.toContain('message');
  expect((await ana.call(contract.listMessages, { query: { userId: ids[1]! } })).body).toHaveLength(2);
  live.close();
}, 240_000);
