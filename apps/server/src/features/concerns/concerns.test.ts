import {
  answerConcern,
  confirmConcern,
  getConcern,
  listConcerns,
  reportConcern,
} from '@commons/contract/concerns/schemas';
import { countCases } from '@commons/contract/moderation/schemas';
import { desc, eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { newcomer } from '../../../test/accounts.ts';
import { setUpCommunity } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { formFields } from '../../../test/scene.ts';
import { auditLog } from '../../community/audit/audit.tables.ts';
import { deleteOldConcerns } from './concerns.service.ts';
import { concerns } from './concerns.tables.ts';

const community = setUpCommunity({ RATE_LIMITS: 'on' });
afterEach(async () => {
  await community.current.db.delete(concerns);
});

const complaint = { kind: 'complaint', text: 'Nobody answers me' } as const;
const manager = () => community.current.member({ role: 'manager' });
let network = 0;
/** Each call comes from another network. */
const report = (input: object) =>
  community.current
    .visitorFrom(`198.51.100.${(network += 1)}`)
    .call(reportConcern, { body: { ...complaint, ...input } });
const mailsTo = async (email: string) => (await community.current.mails()).filter(({ to }) => to === email);

test('a concern is in the moderators’ list and count at once, most urgent first', async () => {
  const mia = await manager();
  const countBefore = (await mia.call(countCases, {})).body.count;
  const { body } = await report({ address: '  https://commons.test/posts/1 ', name: '' });
  await report({ kind: 'danger', text: 'She wrote goodbye' });
  expect(body.receipt).toMatch(/^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/);
  const listed = (await mia.call(listConcerns, {})).body;
  expect(listed.map(({ kind }) => kind)).toEqual(['danger', 'complaint']);
  expect(listed[1]).toMatchObject({
    receipt: body.receipt,
    address: 'https://commons.test/posts/1',
    name: null,
    email: null,
  });
  expect((await mia.call(countCases, {})).body.count).toBe(countBefore + 2);
});

describe('a concern with an email', () => {
  test('gets a receipt by mail that quotes nothing, and the link confirms the address', async () => {
    const mia = await manager();
    const { email } = newcomer();
    const { receipt } = (await report({ email })).body;
    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain(receipt);
    expect(mail?.text).not.toContain(complaint.text);
    expect((await mia.call(listConcerns, {})).body[0]?.isEmailConfirmed).toBe(false);
    const token = /confirm-concern\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    for (const _ of [1, 2])
      expect((await community.current.visitor.call(confirmConcern, { body: { token } })).status).toBe(204);
    expect((await mia.call(listConcerns, {})).body[0]?.isEmailConfirmed).toBe(true);
  });

  test('can be confirmed for 14 days', async () => {
    const { email } = newcomer();
    await report({ email });
    const token = /token=([\w-]+)/.exec((await mailsTo(email))[0]?.text ?? '')?.[1] ?? '';
    await community.current.db.update(concerns).set({ createdAt: sql`now() - interval '15 days'` });
    expectProblem(
      await community.current.visitor.call(confirmConcern, { body: { token } }),
      400,
      'concerns.link_invalid',
    );
  });

  test('an address gets at most three receipts an hour, and every concern is kept', async () => {
    const { email } = newcomer();
    for (const _ of [1, 2, 3, 4, 5]) await report({ email });
    expect(await mailsTo(email)).toHaveLength(3);
    expect(await community.current.db.$count(concerns, eq(concerns.email, email))).toBe(5);
  });

  test('is answered once by mail, closed, and recorded without its text', async () => {
    const [mia, max] = [await manager(), await manager()];
    const { email } = newcomer();
    await report({ email });
    const [concern] = (await mia.call(listConcerns, {})).body;
    const params = { id: concern?.id ?? '' };
    const responses = await Promise.all(
      [mia, max].map((moderator) => moderator.call(answerConcern, { params, body: { answer: 'We took it down.' } })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect((await mailsTo(email)).filter(({ text }) => text.includes('We took it down.'))).toHaveLength(1);
    expectProblem(await mia.call(getConcern, { params }), 409, 'concerns.already_answered');
    expect((await mia.call(listConcerns, {})).body).toEqual([]);
    const [entry] = await community.current.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({ action: 'concern.answered', details: { kind: 'complaint', isMailed: true } });
  });
});

test.for<[string, object]>([
  ['no kind', { kind: '' }],
  ['an unknown kind', { kind: 'revenge' }],
  ['no text', { text: ' ' }],
  ['a text that is too long', { text: 'a'.repeat(4_001) }],
  ['an invalid email', { email: 'ana@' }],
])('with %s, nothing is stored', async ([, input]) => {
  const body = { ...complaint, ...input };
  expect((await community.current.visitor.send('POST', reportConcern.path, { body })).status).toBe(400);
  expect(await community.current.db.$count(concerns)).toBe(0);
});

test('a program that fills in the hidden field gets the usual response, and nothing is stored', async () => {
  const { email } = newcomer();
  const fields = { ...complaint, address: '', name: '', email, website: 'https://spam.test' };
  expect((await community.current.visitor.send('POST', '/report-a-concern', formFields(fields))).status).toBe(204);
  expect(await community.current.db.$count(concerns)).toBe(0);
  expect(await mailsTo(email)).toEqual([]);
});

test('concerns are deleted a year after they were answered, and open ones are kept', async () => {
  const { db } = community.current;
  for (const _ of [1, 2, 3]) await report({});
  const rows = await db.select().from(concerns);
  const close = (index: number, days: number) =>
    db
      .update(concerns)
      .set({ closedAt: sql`now() - make_interval(days => ${days})` })
      .where(eq(concerns.id, rows[index]?.id ?? ''));
  await close(0, 366);
  await close(1, 364);
  expect(await deleteOldConcerns(db)).toBe(1);
  expect(await db.$count(concerns)).toBe(2);
});
