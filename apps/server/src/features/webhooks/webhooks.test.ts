import { listAuditLog } from '@commons/contract/admin/schemas';
import { createEvent, deleteEvent } from '@commons/contract/events/schemas';
import { createPost } from '@commons/contract/feed/schemas';
import { decideCase, listCases } from '@commons/contract/moderation/schemas';
import { createReport } from '@commons/contract/reports/schemas';
import { retryPauses, type WebhookEvent, webhookEvents, webhookLimits } from '@commons/contract/webhooks';
import * as contract from '@commons/contract/webhooks/schemas';
import { webhookData } from '@commons/contract/webhooks/schemas';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newcomer } from '../../../test/accounts.ts';
import { Community, type Member, sessionSecret } from '../../../test/community.ts';
import type { WebhookRequest, WebhookResult } from '../../platform/webhooks/sender.ts';
import { signedHeaders } from '../../platform/webhooks/signature.ts';
import { attemptDelivery } from './deliveries.ts';
import { signingSecrets, webhookEncryption } from './webhook-secrets.ts';
import { webhookDeliveries, webhooks } from './webhooks.tables.ts';

const accepted: WebhookResult = { failure: null, status: 204, body: '', milliseconds: 3 };
const rejected: WebhookResult = { failure: 'wrong_status', status: 500, body: 'broken', milliseconds: 3 };

const sent: WebhookRequest[] = [];
let result = accepted;
let community: Community;
let admin: Member;
beforeAll(async () => {
  community = await Community.open({
    sendWebhook: async (request) => {
      sent.push(request);
      return result;
    },
  });
  admin = await community.member({ role: 'admin' });
});
afterAll(() => community.close());
afterEach(async () => {
  await community.runTasks();
  sent.length = 0;
  result = accepted;
  await community.db.delete(webhooks);
});

const input = { url: 'https://hooks.example.com/secret-path', description: 'Chat' };

async function addWebhook(events: WebhookEvent[] = [...webhookEvents]) {
  const response = await admin.call(contract.createWebhook, { body: { ...input, events } });
  expect(response.status).toBe(200);
  return { ...response.body, params: { id: response.body.webhook.id } };
}
const deliveriesOf = async (params: { id: string }) =>
  (await admin.call(contract.listWebhookDeliveries, { params, query: {} })).body;
const webhookOf = async ({ id }: { id: string }) =>
  (await admin.call(contract.listWebhooks, {})).body.find((webhook) => webhook.id === id);

const event = { title: 'A secret walk', eventDate: '2199-05-01T10:00', timeZone: 'UTC', location: 'The old gate' };
const messages = () => sent.map(({ body }) => JSON.parse(body) as { type: WebhookEvent; data: object });

/** Makes all retries due now. */
const makeDue = () =>
  community.db.execute(sql`UPDATE jobs.job SET start_after = now() WHERE name = 'webhook-delivery'`);

describe('events', () => {
  test('are sent after the commit, with ids and without texts of members', async () => {
    await addWebhook();
    const created = (await admin.call(createEvent, { body: event })).body;
    const author = await community.member({ firstName: 'Marisol' });
    const post = (await author.call(createPost, { body: { content: 'Private words' } })).body;
    const reporter = await community.member();
    const report = { subjectType: 'post', subjectId: post.id, reason: 'spam', note: 'More words' } as const;
    await reporter.call(createReport, { body: report });
    const [openCase] = (await admin.call(listCases, { query: {} })).body;
    const params = { id: openCase!.id };
    await admin.call(decideCase, { params, body: { action: 'dismiss', note: null, reason: null } as never });
    await admin.call(deleteEvent, { params: created });
    await community.visitor.send('POST', '/api/auth/sign-up/email', { body: newcomer() });
    await community.runTasks();
    const types = messages().map(({ type }) => type);
    expect(types.toSorted()).toEqual(
      ['event.created', 'event.deleted', 'member.joined', 'report.closed', 'report.opened'].toSorted(),
    );
    // Parsing removes fields that the contract does not name.
    for (const { type, data } of messages()) expect(webhookData[type].parse(data)).toEqual(data);
    expect(JSON.stringify(sent)).not.toMatch(/secret walk|words|Marisol|old gate|@/i);
  });

  test('reach only the webhooks that receive them, and no paused one', async () => {
    const { params } = await addWebhook(['member.left']);
    const paused = await addWebhook();
    const body = { ...input, events: [...webhookEvents], isPaused: true };
    await admin.call(contract.updateWebhook, { params: paused.params, body });
    await admin.call(createEvent, { body: event });
    await community.runTasks();
    expect([await deliveriesOf(params), await deliveriesOf(paused.params), sent]).toEqual([[], [], []]);
  });

  test('of work that was rolled back are not sent', async () => {
    await addWebhook();
    await admin.send('POST', '/api/events', { body: { ...event, imageUrl: '/media/none.png' } });
    await community.runTasks();
    expect(sent).toEqual([]);
  });
});

describe('a message', () => {
  test('is signed with the secret that was shown once', async () => {
    const { secret, params } = await addWebhook();
    await admin.call(contract.sendWebhookTest, { params });
    await community.runTasks();
    const [request] = sent;
    const [delivery] = await deliveriesOf(params);
    const at = new Date(Number(request!.headers['webhook-timestamp']) * 1_000);
    expect(request!.headers).toEqual(signedHeaders({ id: delivery!.id, at, body: request!.body }, [secret]));
    expect(delivery).toMatchObject({ event: 'webhook.test', status: 'delivered', replyStatus: 204, attempts: 1 });
    const stored = await community.db.execute(sql`SELECT webhooks::text AS row FROM webhooks`);
    expect(JSON.stringify(stored.rows)).not.toContain(Buffer.from(secret).toString('hex'));
    expect(JSON.stringify((await admin.call(contract.listWebhooks, {})).body)).not.toContain(secret);
  });

  test('has the signatures of both secrets after a rotation', async () => {
    const first = await addWebhook();
    const { secret } = (await admin.call(contract.rotateWebhookSecret, { params: first.params })).body;
    await admin.call(contract.sendWebhookTest, { params: first.params });
    await community.runTasks();
    const { headers, body } = sent[0]!;
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    expect(headers).toEqual(signedHeaders({ id: headers['webhook-id']!, at, body }, [secret, first.secret]));
  });

  test('is repeated with growing pauses and the same id, and then given up', async () => {
    const { params } = await addWebhook();
    result = rejected;
    await admin.call(createEvent, { body: event });
    for (let attempt = 0; attempt <= retryPauses.length + 1; attempt += 1) {
      await community.runTasks();
      await makeDue();
    }
    expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(sent).toHaveLength(retryPauses.length + 1);
    expect(await deliveriesOf(params)).toMatchObject([
      { status: 'failed', failure: 'wrong_status', replyStatus: 500, replyBody: 'broken', nextAttemptAt: null },
    ]);
    expect(await webhookOf(params)).toMatchObject({ state: 'active', failingSince: expect.any(String) });
  });

  test('is sent again by hand with the same id, and only once for each request', async () => {
    const { params } = await addWebhook();
    result = rejected;
    await admin.call(createEvent, { body: event });
    await community.runTasks();
    const [delivery] = await deliveriesOf(params);
    result = accepted;
    const again = await admin.call(contract.redeliverWebhook, { params: { ...params, deliveryId: delivery!.id } });
    expect(again.body).toMatchObject({ status: 'pending', attempts: 0 });
    await community.runTasks();
    // The retry that was planned before belongs to an older run.
    await makeDue();
    await community.runTasks();
    expect(sent.map(({ headers }) => headers['webhook-id'])).toEqual([delivery!.id, delivery!.id]);
    expect(await deliveriesOf(params)).toMatchObject([{ status: 'delivered' }]);
    expect(await webhookOf(params)).toMatchObject({ failingSince: null, lastDeliveredAt: expect.any(String) });
  });

  test('is not sent twice when its task runs twice', async () => {
    const { params } = await addWebhook();
    await admin.call(contract.sendWebhookTest, { params });
    await community.runTasks();
    const [delivery] = await community.db.select().from(webhookDeliveries);
    const context = { db: community.db } as unknown as Parameters<typeof attemptDelivery>[0];
    await attemptDelivery(context, { deliveryId: delivery!.id, run: 0, isManual: true });
    expect(sent).toHaveLength(1);
  });
});

test('a webhook that fails for days is paused, and the admins get a mail without its path', async () => {
  const { params } = await addWebhook();
  result = rejected;
  const days = webhookLimits.pausedAfterDays;
  await community.db.update(webhooks).set({ failingSince: sql`now() - make_interval(days => ${days}, mins => 1)` });
  await admin.call(createEvent, { body: event });
  await community.runTasks();
  expect(await webhookOf(params)).toMatchObject({ state: 'failing' });
  const mail = (await community.mails()).find(({ to }) => to === admin.email);
  expect(mail?.text).toContain('hooks.example.com has failed for 3 days');
  expect(mail?.text).not.toContain('secret-path');
  const audit = (await admin.call(listAuditLog, { query: { action: 'webhook.paused' } })).body;
  expect(audit).toMatchObject([{ actor: null }]);
  // The retry finds the webhook paused. A test is still sent.
  await makeDue();
  sent.length = 0;
  await community.runTasks();
  expect(sent).toEqual([]);
  await admin.call(contract.sendWebhookTest, { params });
  await community.runTasks();
  expect(sent).toHaveLength(1);
});

test.for([
  'http://hooks.example.com/',
  'https://user:word@hooks.example.com/',
  'https://hooks.example.com/#part',
  'https://localhost/',
  'https://a.localhost:8443/',
  'https://127.0.0.1/',
  'https://0x7f000001/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/',
  'ftp://hooks.example.com/',
  'not an address',
])('a webhook cannot have the address %s', async (url) => {
  const body = { ...input, url, events: ['member.joined'] };
  const response = await admin.send<{ errors: { path: string }[] }>('POST', '/api/admin/webhooks', { body });
  expect([response.status, response.body.errors[0]?.path]).toEqual([400, 'url']);
  expect(await community.db.$count(webhooks)).toBe(0);
});

test('a second server reads the secret with either session secret and encrypts it with the new one', async () => {
  const { secret, params } = await addWebhook();
  const sessionSecrets = ['a new secret, also long enough to sign with', sessionSecret] as const;
  const next = await Community.open({ sharesDatabaseWith: community, sessionSecrets });
  await next.close();
  const [row] = await community.db.select().from(webhooks).where(eq(webhooks.id, params.id));
  const signing = (secrets: readonly [string, ...string[]]) =>
    signingSecrets(webhookEncryption({ sessionSecrets: secrets }), row!);
  expect([signing([sessionSecrets[0]]), signing([sessionSecret])]).toEqual([[secret], []]);
});
