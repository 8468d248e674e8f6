import { endAllSessions, getCurrentUser, listSessions } from '@commons/contract/auth/schemas';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { setCookiesOf } from '../../../test/caller.ts';
import { Community, Member, sessionSecret, setUpIdleCommunity } from '../../../test/community.ts';
import { closeCodes } from '../../platform/realtime/connections.ts';
import { sessions, verifications } from './auth.tables.ts';
import { signedValue } from './session-lookup.ts';

const community = setUpIdleCommunity();

const hours = (count: number) => count * 60 * 60 * 1000;
const days = (count: number) => hours(24 * count);
const fromNow = (milliseconds: number) => new Date(Date.now() + milliseconds);

const isSignedIn = async (member: Member): Promise<boolean> => (await member.call(getCurrentUser, {})).status === 200;

/** Returns the member in another browser. */
const signInElsewhere = async (member: Member): Promise<Member> =>
  new Member(community.current.server, { ...member, cookie: await community.current.signIn(member.id) });

const updateSessionOf = (member: Member, values: Partial<typeof sessions.$inferInsert>) =>
  community.current.db.update(sessions).set(values).where(eq(sessions.userId, member.id));

const sessionOf = async (member: Member) => {
  const [session] = await community.current.db.select().from(sessions).where(eq(sessions.userId, member.id));
  return session;
};

const signOut = (member: Member, headers: Record<string, string> = {}) =>
  member.send('GET', '/api/logout', { headers });

const forgedValues = (token: string): [string, string][] => [
  ['without a signature', token],
  ['with an empty signature', `${token}.`],
  ['signed with another secret', signedValue(token, 'some other secret, also a long one')],
  ['with a changed token', signedValue(token, sessionSecret).replace(token, `${token}x`)],
  ['that cannot be decoded', '%E0%A4%A'],
  ['that is empty', ''],
];

describe('the current user', () => {
  test('a member reads their own account without the account library’s fields', async () => {
    const ana = await community.current.member({ firstName: 'Ana', lastName: 'Lund' });
    const me = await ana.call(getCurrentUser, {});
    expect(me.body).toMatchObject({ id: ana.id, email: ana.email, displayName: 'Ana Lund', lastLoginAt: null });
    expect(Object.keys(me.body)).not.toEqual(expect.arrayContaining(['emailVerified']));
    expect(me.headers['cache-control']).toBe('private, no-cache');
  });

  test('a member lists only their own sessions', async () => {
    const ana = await community.current.member();
    await signInElsewhere(ana);
    await community.current.member();
    const response = await ana.call(listSessions, {});
    expect(response.body).toHaveLength(2);
    expect(response.body.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(JSON.stringify(response.body)).not.toContain('token');
  });
});

describe('a session cookie', () => {
  test('that is forged is rejected without a query', async () => {
    const ana = await community.current.member();
    const token = (await sessionOf(ana))?.token ?? '';
    let queries = 0;
    const countQuery = () => {
      queries += 1;
    };
    community.current.db.$client.on('acquire', countQuery);
    for (const [label, value] of forgedValues(token)) {
      const response = await community.current.visitor.call(getCurrentUser, {}, { cookie: `commons-session=${value}` });
      expect(response.status, label).toBe(401);
    }
    expect(queries).toBe(0);
    await ana.call(getCurrentUser, {});
    community.current.db.$client.off('acquire', countQuery);
    expect(queries).toBeGreaterThan(0);
  });

  test('with a valid signature but an unknown token is rejected', async () => {
    const cookie = `commons-session=${signedValue('no such token', sessionSecret)}`;
    expect((await community.current.visitor.call(getCurrentUser, {}, { cookie })).status).toBe(401);
  });

  test('is found among other cookies', async () => {
    const ana = await community.current.member();
    const cookie = `a=1; xcommons-session=no; ${ana.cookie}; theme=dark`;
    expect((await community.current.visitor.call(getCurrentUser, {}, { cookie })).status).toBe(200);
  });
});

describe('the lifetime of a session', () => {
  test('a session is written at most once an hour', async () => {
    const ana = await community.current.member();
    await updateSessionOf(ana, { updatedAt: fromNow(-hours(0.9)), expiresAt: fromNow(days(1)) });
    const sessionBefore = await sessionOf(ana);
    const response = await ana.call(getCurrentUser, {});
    expect(setCookiesOf(response)).toEqual([]);
    expect(await sessionOf(ana)).toEqual(sessionBefore);
  });

  test('a session in use is extended by thirty days, in the database and in the browser', async () => {
    const ana = await community.current.member();
    await updateSessionOf(ana, { updatedAt: fromNow(-hours(2)), expiresAt: fromNow(days(1)) });
    const response = await ana.call(getCurrentUser, {});
    const expiresAt = (await sessionOf(ana))?.expiresAt.getTime();
    expect(expiresAt).toBeGreaterThan(Date.now() + days(29.9));
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + days(30));
    expect(setCookiesOf(response)).toEqual([
      `${ana.cookie}; Max-Age=${days(30) / 1000}; Path=/; HttpOnly; SameSite=Lax`,
    ]);
  });

  test('a session that cannot be extended can still read', async () => {
    const ana = await community.current.member();
    const updatedAt = fromNow(-hours(2));
    await updateSessionOf(ana, { updatedAt });
    const { $client: pool } = community.current.db;
    const database = new URL(community.current.databaseUrl).pathname.slice(1);
    await pool.query(`ALTER DATABASE "${database}" SET default_transaction_read_only = on`);
    const readOnlyServer = await Community.open({ sharesDatabaseWith: community.current });
    const memberThere = new Member(readOnlyServer.server, ana);
    expect(await isSignedIn(memberThere)).toBe(true);
    await pool.query(`ALTER DATABASE "${database}" RESET default_transaction_read_only`);
    expect((await sessionOf(ana))?.updatedAt).toEqual(updatedAt);
    await readOnlyServer.close();
  });

  test('a session lasts at most ninety days, even if it is in use', async () => {
    const ana = await community.current.member();
    const createdAt = fromNow(-days(89));
    await updateSessionOf(ana, { createdAt, updatedAt: fromNow(-hours(2)), expiresAt: fromNow(hours(3)) });
    expect(await isSignedIn(ana)).toBe(true);
    expect((await sessionOf(ana))?.expiresAt).toEqual(new Date(createdAt.getTime() + days(90)));
  });
});

describe('signing out', () => {
  test('ends this session, deletes the cookie and redirects to the home page', async () => {
    const ana = await community.current.member();
    const onPhone = await signInElsewhere(ana);
    const response = await signOut(ana, { 'sec-fetch-site': 'same-origin' });
    expect(response.status).toBe(302);
    expect(response.headers.location).toBe('/');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(setCookiesOf(response)).toEqual(['commons-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    expect(await isSignedIn(ana)).toBe(false);
    expect(await isSignedIn(onPhone)).toBe(true);
  });

  test('closes the sockets of this session only', async () => {
    const ana = await community.current.member();
    const onPhone = await signInElsewhere(ana);
    const [tab, phone] = await Promise.all([community.current.connect(ana), community.current.connect(onPhone)]);
    const closed = tab.closed();
    await signOut(ana);
    expect(await closed).toBe(closeCodes.sessionEnded);
    expect(phone.socket.readyState).toBe(phone.socket.OPEN);
    phone.close();
  });

  test('does not happen through a link on another site', async () => {
    const ana = await community.current.member();
    const response = await signOut(ana, { 'sec-fetch-site': 'cross-site' });
    expect(response.status).toBe(302);
    expect(setCookiesOf(response)).toEqual([]);
    expect(await isSignedIn(ana)).toBe(true);
  });

  test('redirects a visitor to the home page', async () => {
    const response = await community.current.visitor.send('GET', '/api/logout');
    // The response also clears cached data of members who used this browser before.
    expect(response).toMatchObject({ status: 302, headers: { location: '/', 'clear-site-data': '"cache"' } });
  });
});

describe('signing out everywhere', () => {
  test('ends all sessions of the member immediately on every server process', async () => {
    const secondServer = await Community.open({ sharesDatabaseWith: community.current });
    const ana = await community.current.member();
    const ben = await community.current.member();
    const onPhone = await signInElsewhere(ana);
    const [tab, phone, otherMember] = await Promise.all([
      community.current.connect(ana),
      secondServer.connect(onPhone),
      community.current.connect(ben),
    ]);
    const closed = Promise.all([tab.closed(), phone.closed()]);

    const response = await ana.call(endAllSessions, {});
    expect(response.status).toBe(204);
    expect(setCookiesOf(response)).toEqual(['commons-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    expect(await isSignedIn(ana)).toBe(false);
    expect(await isSignedIn(onPhone)).toBe(false);
    expect(await closed).toEqual([closeCodes.sessionEnded, closeCodes.sessionEnded]);
    expect(await isSignedIn(ben)).toBe(true);
    expect(otherMember.socket.readyState).toBe(otherMember.socket.OPEN);
    otherMember.close();
    await secondServer.close();
  });
});

test('a job deletes all expired sessions and one-time values and no others', async () => {
  const { db, jobs } = community.current;
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  await updateSessionOf(ana, { expiresAt: fromNow(-1_000) });
  const rows = Array.from({ length: 6_000 }, (_, index) => ({
    identifier: `reset-password:${index}`,
    value: ana.id,
    expiresAt: fromNow(index < 5_500 ? -1_000 : hours(1)),
  }));
  await db.insert(verifications).values(rows);
  await jobs.find(({ name }) => name === 'expired-sessions')!.run();
  expect(await sessionOf(ana)).toBeUndefined();
  expect(await isSignedIn(ben)).toBe(true);
  expect(await db.$count(verifications)).toBe(500);
});
