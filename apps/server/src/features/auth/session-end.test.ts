import { deleteAccount } from '@commons/contract/account/schemas';
import { endAllSessions, getCurrentUser, listSessions, resetPassword } from '@commons/contract/auth/schemas';
import { endOtherSessions, endSession, takeBreak } from '@commons/contract/security/schemas';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { memberWithPassword } from '../../../test/accounts.ts';
import { setCookiesOf } from '../../../test/caller.ts';
import { Member, setUpCommunity } from '../../../test/community.ts';
import { users } from '../../community/members/users.tables.ts';
import { sessions } from './auth.tables.ts';

const community = setUpCommunity();
const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
const clearedCookie = 'commons-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax';

/** Returns the member in another browser. */
const signInElsewhere = async (member: Member): Promise<Member> =>
  new Member(community.current.server, { ...member, cookie: await community.current.signIn(member.id) });

const currentSessionId = async (member: Member) =>
  (await member.call(listSessions, {})).body.find(({ isCurrent }) => isCurrent)?.id ?? '';

test.for<[label: string, end: (member: Member) => Promise<Parameters<typeof setCookiesOf>[0]>]>([
  ['signing out', (member) => member.send('GET', '/api/logout')],
  ['signing out everywhere', (member) => member.call(endAllSessions, {})],
  [
    'ending the current session in the list of browsers',
    async (member) => member.call(endSession, { params: { id: await currentSessionId(member) } }),
  ],
  ['taking a break', (member) => member.call(takeBreak, { body: { until: daysFromNow(7).toISOString() } })],
  ['leaving', (member) => member.call(deleteAccount, { body: { content: 'remove' } })],
])('%s clears the cookie and the cache of the browser', async ([, end]) => {
  const ana = await community.current.member();
  const response = await end(ana);
  expect(response.headers['clear-site-data']).toBe('"cache"');
  expect(setCookiesOf(response)).toContain(clearedCookie);
  expect((await ana.call(getCurrentUser, {})).status).toBe(401);
});

test('a password reset clears the cache of its browser', async () => {
  const ana = await memberWithPassword(community.current);
  await ana.send('POST', '/api/auth/request-password-reset', { body: { email: ana.email } });
  const mail = (await community.current.mails()).findLast(({ to }) => to === ana.email);
  const token = /reset-password\?token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const response = await ana.call(resetPassword, { body: { token, newPassword: 'a walk in the morning' } });
  expect(response).toMatchObject({ status: 200, headers: { 'clear-site-data': '"cache"' } });
});

describe('a browser with a session that was ended elsewhere', () => {
  test.for<[label: string, end: (member: Member, other: Member) => Promise<unknown>]>([
    ['signed out everywhere', (member) => member.call(endAllSessions, {})],
    ['signed out everywhere else', (member) => member.call(endOtherSessions, {})],
    [
      'signed that browser out',
      async (member, other) => member.call(endSession, { params: { id: await currentSessionId(other) } }),
    ],
    ['left', (member) => member.call(deleteAccount, { body: { content: 'remove' } })],
    ['took a break', (member) => member.call(takeBreak, { body: { until: daysFromNow(7).toISOString() } })],
  ])('clears its cache with its next call after the member %s', async ([, end]) => {
    const ana = await community.current.member();
    const other = await signInElsewhere(ana);
    expect((await other.call(getCurrentUser, {})).headers['clear-site-data']).toBeUndefined();
    await end(ana, other);
    const response = await other.call(getCurrentUser, {});
    expect(response).toMatchObject({ status: 401, headers: { 'clear-site-data': '"cache"' } });
    // The cookie stays: another tab may have signed in since.
    expect(setCookiesOf(response)).toEqual([]);
  });

  test('clears its cache after the session expired', async () => {
    const ana = await community.current.member();
    const isOfAna = eq(sessions.userId, ana.id);
    await community.current.db
      .update(sessions)
      .set({ expiresAt: daysFromNow(-1) })
      .where(isOfAna);
    const response = await ana.call(getCurrentUser, {});
    expect(response).toMatchObject({ status: 401, headers: { 'clear-site-data': '"cache"' } });
  });
});

test('the first rejected call of a suspended member clears the cache', async () => {
  const ana = await community.current.member();
  await community.current.db
    .update(users)
    .set({ suspendedUntil: daysFromNow(7), suspensionReason: 'Rest' })
    .where(eq(users.id, ana.id));
  const response = await ana.call(getCurrentUser, {});
  expect(response).toMatchObject({ status: 403, headers: { 'clear-site-data': '"cache"' } });
});

test('no other call clears the cache', async () => {
  const ana = await community.current.member();
  const responses = [
    await community.current.visitor.call(getCurrentUser, {}),
    await community.current.visitor.call(getCurrentUser, {}, { cookie: 'commons-session=made-up' }),
    await ana.call(getCurrentUser, {}),
    await ana.call(endOtherSessions, {}),
    await ana.send('GET', '/api/admin/users'),
  ];
  expect(responses.map(({ status }) => status)).toEqual([401, 401, 200, 204, 403]);
  for (const { headers } of responses) expect(headers['clear-site-data']).toBeUndefined();
});
