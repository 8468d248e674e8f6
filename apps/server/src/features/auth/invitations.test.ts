import { getSignInOptions, signUp } from '@commons/contract/auth/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newcomer, typedByNewcomer } from '../../../test/accounts.ts';
import type { Answer } from '../../../test/caller.ts';
import { Community, sessionSecret } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { buildTinyWeb, post, shownIn } from '../../../test/web-build.ts';
import { setupCode } from '../../platform/secrets.ts';
import { users } from '../members/users.tables.ts';

let webDirectory: string;
const closes: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const web = await buildTinyWeb();
  webDirectory = web.directory;
  closes.push(web.remove);
});
afterAll(async () => {
  for (const close of closes.toReversed()) await close();
});

/** A community that takes members by invitation, and that nobody has joined yet. */
async function openByInvitation(environment: Record<string, string> = {}, beside?: Community): Promise<Community> {
  const PUBLIC_URL = 'http://localhost:4000';
  const community = await Community.open({
    webDirectory,
    environment: { PUBLIC_URL, SIGN_UP: 'invited', ...environment },
    ...(beside && { beside }),
  });
  closes.push(() => community.close());
  return community;
}

const join = (community: Community, given: Parameters<typeof newcomer>[0] = {}) =>
  community.visitor.call(signUp, { body: newcomer(given) });

/** The same in each answer but for the id of the request. */
const withoutId = ({ body }: Answer<unknown>) => ({ ...(body as object), instance: undefined });

const formOf = async (community: Community) => shownIn(await community.visitor.send('GET', '/signup'));

describe('where sign-up is by invitation', () => {
  test('whoever was not invited is refused, with or without the page’s code, and told where to go', async () => {
    const community = await openByInvitation();
    await community.member({ role: 'admin' });
    const before = await community.db.$count(users);
    const problem = expectProblem(await join(community), 403, 'auth.invitation_required');
    expect(problem.detail).toContain('waitlist');
    const headers = { origin: 'http://localhost:4000' };
    const refused = await post(community.visitor, '/signup', typedByNewcomer(), headers);
    expect(refused.status).toBe(403);
    expect(shownIn(refused).posted).toMatchObject({ failure: { code: 'auth.invitation_required' } });
    expect(await community.db.$count(users)).toBe(before);
  });

  test('a known email is refused with the same bytes as an unknown one', async () => {
    const community = await openByInvitation();
    const ana = await community.member({ role: 'admin' });
    const [known, unknown] = [await join(community, { email: ana.email }), await join(community)];
    expect(withoutId(known)).toEqual(withoutId(unknown));
    expect(await community.mails()).toEqual([]);
  });

  test('the first administrator needs no invitation, and is the only one', async () => {
    const community = await openByInvitation();
    expect((await formOf(community)).signInOptions).toBeUndefined();
    expect((await join(community)).status).toBe(200);
    expect((await formOf(community)).signInOptions).toMatchObject({ signUp: 'invited' });
    expectProblem(await join(community), 403, 'auth.invitation_required');
  });

  test('of four first accounts at once, at two server processes, one is opened', async () => {
    const community = await openByInvitation();
    const beside = await openByInvitation({}, community);
    await Promise.all([community, beside, community, beside].map((each) => join(each)));
    expect(await community.db.select({ role: users.role }).from(users)).toEqual([{ role: 'admin' }]);
  });

  test('of several on the list at once, at two server processes, one comes in, as administrator', async () => {
    const names = ['ana', 'bo', 'cy', 'di'];
    const listed = { ADMIN_EMAILS: names.map((name) => `${name}@mail.test`).join(',') };
    for (let turn = 0; turn < 3; turn += 1) {
      const community = await openByInvitation(listed);
      const beside = await openByInvitation(listed, community);
      await Promise.all(
        names.map((name, index) => join(index % 2 ? community : beside, { email: `${name}@mail.test` })),
      );
      expect(await community.db.select({ role: users.role }).from(users)).toEqual([{ role: 'admin' }]);
    }
  });

  test('where strangers can reach the form, the first administrator brings the setup code', async () => {
    const community = await openByInvitation({ HOST: '0.0.0.0', RATE_LIMITS: 'on', ADMIN_EMAILS: 'ana@mail.test' });
    expectProblem(await join(community), 403, 'auth.invitation_required');
    const email = 'ana@mail.test';
    expectProblem(await join(community, { email }), 403, 'auth.setup_code_required');
    expect((await join(community, { email, setupCode: setupCode(sessionSecret) })).status).toBe(200);
  });
});

test('the pages and the options say which of the two the operator chose', async () => {
  for (const [environment, choice] of [
    [{}, 'open'],
    [{ SIGN_UP: 'open' }, 'open'],
    [{ SIGN_UP: 'invited' }, 'invited'],
  ] as const) {
    const community = await Community.open({ webDirectory, environment });
    closes.push(() => community.close());
    expect((await community.visitor.call(getSignInOptions, {})).body.signUp).toBe(choice);
    const page = await community.visitor.send<string>('GET', '/');
    expect(page.body).toContain(`<html data-sign-up="${choice}" lang="en">`);
  }
});
