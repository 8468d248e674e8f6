import { getCurrentUser } from '@commons/contract/auth/schemas';
import { shippedGuidelinesVersion } from '@commons/contract/consent';
import { giveConsent, withdrawConsent } from '@commons/contract/consent/schemas';
import { createPost, listPosts } from '@commons/contract/feed/schemas';
import { asc, desc, eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { newcomer, signUpAndIn } from '../../../test/accounts.ts';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { auditLog } from '../../community/audit/audit.tables.ts';
import { consents, guidelinesVersions } from '../../community/consent/consent.tables.ts';
import { announceGuidelines } from '../../community/consent/index.ts';
import { users } from '../../community/members/users.tables.ts';

const community = setUpCommunity();
const version = shippedGuidelinesVersion;

afterEach(async () => {
  await community.current.db.delete(guidelinesVersions);
});

const announce = async () =>
  community.current.work(async (work) => announceGuidelines(work, (await community.current.member()).id));

const historyOf = ({ id }: Member) =>
  community.current.db
    .select({ kind: consents.kind, isGiven: consents.isGiven, version: consents.guidelinesVersion })
    .from(consents)
    .where(eq(consents.userId, id))
    .orderBy(asc(consents.id));

const stateOf = async (member: Member) => (await member.call(getCurrentUser, {})).body.consent.state;
const post = (member: Member) => member.call(createPost, { body: { content: 'A walk' } });

describe('sign-up', () => {
  test('records the consents and the version of the guidelines', async () => {
    await community.current.member();
    const ana = await signUpAndIn(community.current);
    expect(await stateOf(ana)).toBe('given');
    expect(await historyOf(ana)).toEqual(
      ['adult', 'health-data', 'guidelines'].map((kind) => ({ kind, isGiven: true, version })),
    );
  });

  test.for([undefined, false])('without consent (%s) creates no account', async (agreesToHealthData) => {
    const body = { ...newcomer(), agreesToHealthData };
    const response = await community.current.visitor.send('POST', '/api/auth/sign-up/email', { body });
    expectProblem(response, 400, 'request.invalid');
    expect(await community.current.db.$count(users, eq(users.email, body.email))).toBe(0);
  });
});

describe('a member who never consented', () => {
  test('can read but not write until they confirm their age and consent', async () => {
    const ana = await community.current.member({ guidelinesVersion: null });
    expect(await stateOf(ana)).toBe('missing');
    expect((await ana.call(listPosts, {})).status).toBe(200);
    expectProblem(await post(ana), 403, 'request.consent_needed');
    const accept = (body: object) =>
      ana.send('POST', giveConsent.path, { body: { guidelinesVersion: version, ...body } });
    expectProblem(await accept({ isAdult: true }), 400, 'request.invalid');
    expectProblem(await accept({ agreesToHealthData: true }), 400, 'request.invalid');
    expectProblem(await post(ana), 403, 'request.consent_needed');
    expect((await accept({ isAdult: true, agreesToHealthData: true })).status).toBe(200);
    expect((await post(ana)).status).toBe(201);
  });

  test('is recorded once by concurrent calls', async () => {
    const ana = await community.current.member({ guidelinesVersion: null });
    const body = { guidelinesVersion: version, isAdult: true, agreesToHealthData: true };
    await Promise.all([1, 2, 3].map(() => ana.call(giveConsent, { body })));
    expect(await historyOf(ana)).toHaveLength(3);
  });
});

test('a new version of the guidelines asks every member again, and is in the audit log', async () => {
  const ana = await community.current.member();
  const announced = await announce();
  expect(announced).toBe(version + 1);
  expect(await stateOf(ana)).toBe('outdated');
  expectProblem(await post(ana), 403, 'request.consent_needed');
  expectProblem(await ana.call(giveConsent, { body: { guidelinesVersion: version } }), 409, 'consent.newer_guidelines');
  const { body } = await ana.call(giveConsent, { body: { guidelinesVersion: announced } });
  expect(body.consent).toMatchObject({ state: 'given', guidelinesVersion: announced });
  expect(await historyOf(ana)).toEqual([{ kind: 'guidelines', isGiven: true, version: announced }]);
  expect((await post(ana)).status).toBe(201);
  const [entry] = await community.current.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(entry).toMatchObject({ action: 'guidelines.announced', subjectId: String(announced) });
});

test('a member withdraws their consent, keeps reading, and can consent again', async () => {
  const ana = await community.current.member();
  expect((await ana.call(withdrawConsent, {})).body.consent.state).toBe('withdrawn');
  await ana.call(withdrawConsent, {});
  expectProblem(await post(ana), 403, 'request.consent_needed');
  expect((await ana.call(listPosts, {})).status).toBe(200);
  await ana.call(giveConsent, { body: { guidelinesVersion: version, agreesToHealthData: true } });
  expect((await post(ana)).status).toBe(201);
  expect(await historyOf(ana)).toEqual([
    { kind: 'health-data', isGiven: false, version },
    { kind: 'guidelines', isGiven: true, version },
    { kind: 'health-data', isGiven: true, version },
  ]);
});
