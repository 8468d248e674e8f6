import { getSignInOptions, signIn, signUp } from '@commons/contract/auth/schemas';
import {
  deleteWaitlistEntry,
  inviteFromWaitlist,
  joinWaitlist,
  listWaitlist,
} from '@commons/contract/waitlist/schemas';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, newcomer, newcomerFormFields } from '../../../test/accounts.ts';
import { type ApiResponse, setCookiesOf } from '../../../test/caller.ts';
import { Community, sessionSecret } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { createMinimalWebBuild, post, pageDataIn } from '../../../test/web-build.ts';
import { users } from '../../community/members/users.tables.ts';
import { setupCode } from '../../platform/secrets.ts';
import { waitlistEntries } from '../waitlist/waitlist.tables.ts';

let web: Awaited<ReturnType<typeof createMinimalWebBuild>>;
beforeAll(async () => {
  web = await createMinimalWebBuild();
});
afterAll(() => web.remove());

// Closes each community after its test: the other test worker needs database connections too.
let openCommunities: Community[] = [];
afterEach(async () => {
  for (const community of openCommunities.toReversed()) await community.close();
  openCommunities = [];
});

async function openCommunity(options: Parameters<typeof Community.open>[0]): Promise<Community> {
  const community = await Community.open({ webDirectory: web.directory, ...options });
  openCommunities.push(community);
  return community;
}

/** Opens a community without members and with sign-up by invitation. */
const openByInvitation = (
  environment: Record<string, string> = {},
  options: Parameters<typeof Community.open>[0] = {},
) =>
  openCommunity({
    environment: { PUBLIC_URL: 'http://localhost:4000', SIGN_UP: 'invited', ...environment },
    ...options,
  });

const join = (community: Community, overrides: Parameters<typeof newcomer>[0] = {}) =>
  community.visitor.call(signUp, { body: newcomer(overrides) });

/** Returns the body without the request id, which differs in each response. */
const withoutId = ({ body }: ApiResponse<unknown>) => ({ ...(body as object), instance: undefined });

const signUpPageOf = async (community: Community) => pageDataIn(await community.visitor.send('GET', '/signup'));

describe('sign-up by invitation', () => {
  test('rejects a visitor without an invitation, with and without JavaScript, and points to the waitlist', async () => {
    const community = await openByInvitation();
    await community.member({ role: 'admin' });
    const usersBefore = await community.db.$count(users);
    const problem = expectProblem(await join(community), 403, 'auth.invitation_required');
    expect(problem.detail).toContain('waitlist');
    const headers = { origin: 'http://localhost:4000' };
    const rejection = await post(community.visitor, '/signup', newcomerFormFields(), headers);
    expect(rejection.status).toBe(403);
    expect(pageDataIn(rejection).posted).toMatchObject({ failure: { code: 'auth.invitation_required' } });
    expect(await community.db.$count(users)).toBe(usersBefore);
  });

  test('rejects known and unknown emails with the same response', async () => {
    const community = await openByInvitation();
    const ana = await community.member({ role: 'admin' });
    const [knownResponse, unknownResponse] = [await join(community, { email: ana.email }), await join(community)];
    expect(withoutId(knownResponse)).toEqual(withoutId(unknownResponse));
    expect(await community.mails()).toEqual([]);
  });

  test('lets only the first administrator sign up without an invitation', async () => {
    const community = await openByInvitation();
    expect((await signUpPageOf(community)).signInOptions).toBeUndefined();
    expect((await join(community)).status).toBe(200);
    expect((await signUpPageOf(community)).signInOptions).toMatchObject({ signUp: 'invited' });
    expectProblem(await join(community), 403, 'auth.invitation_required');
  });

  test('opens only one of four concurrent first accounts on two server processes', async () => {
    const community = await openByInvitation();
    const secondServer = await openByInvitation({}, { sharesDatabaseWith: community });
    await Promise.all([community, secondServer, community, secondServer].map((server) => join(server)));
    expect(await community.db.select({ role: users.role }).from(users)).toEqual([{ role: 'admin' }]);
  });

  test('opens only one of several concurrent accounts from ADMIN_EMAILS, as administrator', async () => {
    const names = ['ana', 'bo', 'cy', 'di'];
    const adminEmails = { ADMIN_EMAILS: names.map((name) => `${name}@mail.test`).join(',') };
    for (let round = 0; round < 3; round += 1) {
      const community = await openByInvitation(adminEmails);
      const secondServer = await openByInvitation(adminEmails, { sharesDatabaseWith: community });
      await Promise.all(
        names.map((name, index) => join(index % 2 ? community : secondServer, { email: `${name}@mail.test` })),
      );
      expect(await community.db.select({ role: users.role }).from(users)).toEqual([{ role: 'admin' }]);
    }
  });

  test('needs the setup code for the first administrator if strangers can reach the form', async () => {
    const community = await openByInvitation({ HOST: '0.0.0.0', RATE_LIMITS: 'on', ADMIN_EMAILS: 'ana@mail.test' });
    expectProblem(await join(community), 403, 'auth.invitation_required');
    const email = 'ana@mail.test';
    expectProblem(await join(community, { email }), 403, 'auth.setup_code_required');
    expect((await join(community, { email, setupCode: setupCode(sessionSecret) })).status).toBe(200);
  });
});

/** Adds an entry to the waitlist and invites it. Returns the token in the mailed link, the entry, and helpers. */
async function invite(community: Community, email = newcomer().email) {
  const admin = await community.member({ role: 'admin' });
  const { body: entry } = await community.visitor.call(joinWaitlist, {
    body: { firstName: 'Wren', lastName: 'Lund', email },
  });
  const sendInvitation = async () => {
    await admin.call(inviteFromWaitlist, { body: { id: entry.id } });
    const mail = (await community.mails()).findLast(({ to }) => to === email);
    const link = /http:\/\/localhost:4000\/signup\?invitation=([\w-]+)/.exec(mail?.text ?? '');
    return link?.[1] ?? '';
  };
  const fetchEntry = async () => (await admin.call(listWaitlist, {})).body.find(({ id }) => id === entry.id);
  return { email, admin, entry, invitation: await sendInvitation(), sendInvitation, fetchEntry };
}

const countAccounts = (community: Community, email: string) => community.db.$count(users, eq(users.email, email));

describe('an invitation', () => {
  const origin = { origin: 'http://localhost:4000' };

  test('prefills the form with name and email and opens one account', async () => {
    const community = await openByInvitation();
    const { email, invitation, fetchEntry } = await invite(community);
    const page = pageDataIn(await community.visitor.send('GET', `/signup?invitation=${invitation}`));
    expect(page.invited).toEqual({ firstName: 'Wren', lastName: 'Lund', email });
    expect((await fetchEntry())?.joinedAt).toBeNull();

    expect((await join(community, { email, invitation })).status).toBe(200);
    expect((await community.visitor.call(signIn, { body: { email, password: goodPassword } })).status).toBe(200);
    const [account] = await community.db.select().from(users).where(eq(users.email, email));
    // Using the mailed link confirms the email.
    expect(account).toMatchObject({ role: 'user', emailVerified: true });
    expect((await fetchEntry())?.joinedAt).not.toBeNull();
    expect(pageDataIn(await community.visitor.send('GET', `/signup?invitation=${invitation}`)).invited).toBeNull();
  });

  test('works without JavaScript and signs in', async () => {
    const community = await openByInvitation();
    const { email, invitation } = await invite(community);
    const address = `/signup?invitation=${invitation}`;
    const signUpResponse = await post(community.visitor, address, newcomerFormFields({ email }), origin);
    expect(signUpResponse).toMatchObject({ status: 303, headers: { location: '/welcome' } });
    expect(setCookiesOf(signUpResponse).some((setCookie) => setCookie.startsWith('commons-session='))).toBe(true);
    // A form that is sent twice is handled like any known email: the correct password signs in.
    expect((await post(community.visitor, address, newcomerFormFields({ email }), origin)).status).toBe(303);
    const guess = await post(
      community.visitor,
      address,
      newcomerFormFields({ email, password: 'another one' }),
      origin,
    );
    expect(pageDataIn(guess).posted?.failure?.code).toBe('auth.wrong_credentials');
    expect(await countAccounts(community, email)).toBe(1);
  });

  test('is valid only for the email that it was sent to', async () => {
    const community = await openByInvitation();
    const { email, invitation } = await invite(community);
    const problem = expectProblem(await join(community, { invitation }), 400, 'auth.invitation_of_another_email');
    expect(problem.errors?.map(({ path }) => path)).toEqual(['email']);
    expect((await join(community, { email, invitation })).status).toBe(200);
  });

  test('that is used ten times at once on two server processes opens one account', async () => {
    const community = await openByInvitation();
    const secondServer = await openByInvitation({}, { sharesDatabaseWith: community });
    const { email, invitation } = await invite(community);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => join(index % 2 ? community : secondServer, { email, invitation })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await countAccounts(community, email)).toBe(1);
  });

  test('expires when a newer one is sent, when its entry is deleted, and after 14 days', async () => {
    const community = await openByInvitation();
    const { email, admin, entry, invitation, sendInvitation } = await invite(community);
    const expectEnded = async (token: string) => {
      expectProblem(await join(community, { email, invitation: token }), 403, 'auth.invitation_ended');
      expect(pageDataIn(await community.visitor.send('GET', `/signup?invitation=${token}`)).invited).toBeNull();
    };
    const newerInvitation = await sendInvitation();
    await expectEnded(invitation);

    const setInvited = (age: string) =>
      community.db.$client.query(`UPDATE waitlist_entries SET invited_at = now() - interval '${age}'`);
    await setInvited('14 days 1 minute');
    await expectEnded(newerInvitation);
    await setInvited('13 days 23 hours');
    expect(
      pageDataIn(await community.visitor.send('GET', `/signup?invitation=${newerInvitation}`)).invited,
    ).toMatchObject({
      email,
    });

    await admin.call(deleteWaitlistEntry, { params: { id: entry.id } });
    await expectEnded(newerInvitation);
    await expectEnded('made-up');
    expect(await countAccounts(community, email)).toBe(0);
  });

  test('that was used opens no second account after the first one is deleted', async () => {
    const community = await openByInvitation();
    const { email, invitation } = await invite(community);
    await join(community, { email, invitation });
    await community.db.delete(users).where(eq(users.email, email));
    expectProblem(await join(community, { email, invitation }), 403, 'auth.invitation_ended');
    expect(await countAccounts(community, email)).toBe(0);
  });

  test('that is sent five times at once has one valid link, in the last mail', async () => {
    const community = await openByInvitation();
    const { email, admin, entry } = await invite(community);
    await Promise.all(Array.from({ length: 5 }, () => admin.call(inviteFromWaitlist, { body: { id: entry.id } })));
    const tokens = (await community.mails())
      .filter(({ to }) => to === email)
      .map(({ text }) => /invitation=([\w-]+)/.exec(text)?.[1] ?? '');
    // The first token belongs to the earlier invitation.
    expect(tokens).toHaveLength(2);
    expectProblem(await join(community, { email, invitation: tokens[0]! }), 403, 'auth.invitation_ended');
    expect((await join(community, { email, invitation: tokens[1]! })).status).toBe(200);
  });

  test('stays valid after a failed sign-up', async () => {
    const community = await openByInvitation({}, { timeoutFactor: 1 });
    const { email, invitation, fetchEntry } = await invite(community);
    expect((await join(community, { email, invitation, password: 'too short' })).status).toBe(400);
    const lockHolder = await community.db.$client.connect();
    await lockHolder.query('BEGIN; LOCK TABLE accounts IN EXCLUSIVE MODE');
    const failedResponse = await join(community, { email, invitation });
    await lockHolder.query('ROLLBACK');
    lockHolder.release();
    expectProblem(failedResponse, 503, 'server.unavailable');
    expect((await fetchEntry())?.joinedAt).toBeNull();
    expect((await join(community, { email, invitation })).status).toBe(200);
  });

  test('is optional with open sign-up, and an invalid one is ignored', async () => {
    const community = await openByInvitation({ SIGN_UP: 'open' });
    const { email, invitation, fetchEntry } = await invite(community);
    expect((await join(community)).status).toBe(200);
    expect((await join(community, { invitation: 'made-up' })).status).toBe(200);
    expect((await join(community, { email, invitation })).status).toBe(200);
    expect((await fetchEntry())?.joinedAt).not.toBeNull();
  });

  test('does not mark the entries of people who joined in another way', async () => {
    const community = await openByInvitation({ SIGN_UP: 'open' });
    const member = await community.member();
    await community.visitor.call(joinWaitlist, { body: { firstName: 'Ana', lastName: 'Lund', email: member.email } });
    const [entry] = await community.db.select().from(waitlistEntries).where(eq(waitlistEntries.email, member.email));
    expect(entry?.joinedAt).toBeNull();
  });
});

test('the pages and the sign-in options show the operator’s choice of sign-up', async () => {
  for (const [environment, choice] of [
    [{}, 'open'],
    [{ SIGN_UP: 'open' }, 'open'],
    [{ SIGN_UP: 'invited' }, 'invited'],
  ] as const) {
    const community = await openCommunity({ environment });
    expect((await community.visitor.call(getSignInOptions, {})).body.signUp).toBe(choice);
    const page = await community.visitor.send<string>('GET', '/');
    expect(page.body).toContain(`<html data-sign-up="${choice}" lang="en">`);
  }
});
