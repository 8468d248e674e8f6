import { randomUUID } from 'node:crypto';
import { updateProfile } from '@commons/contract/profiles/schemas';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Person } from '../../../test/openid-provider.ts';
import { person, setUpOpenIdSite } from '../../../test/openid-site.ts';
import { users } from '../../community/members/users.tables.ts';

const { site, signInAs, createLocalMember, expectSignInError } = setUpOpenIdSite();

/** Claims of any type, as a provider may send them. */
const untypedPerson = (overrides: Record<string, unknown>) => person(overrides);

const withoutName = { name: undefined, given_name: undefined, family_name: undefined };
const familyEmoji = '👨‍👩‍👧‍👦';

describe('claims follow the rules of sign-up', () => {
  test.for<[label: string, overrides: Record<string, unknown>, names: [first: string, last: string]]>([
    ['control characters', { given_name: 'An\r\nna', family_name: '\u2066Lund\u2069\0' }, ['An na', 'Lund']],
    ['only invisible characters', { given_name: '\u200B', family_name: '\u034F', name: '\u00A0' }, ['', '']],
    [
      'an invisible given name and a full name',
      { given_name: '\u200B', family_name: 'Lund', name: 'Anna Lund' },
      ['Anna Lund', ''],
    ],
    ['a name and a family name', { given_name: undefined, name: 'Anna Lund', family_name: 'Lund' }, ['Anna Lund', '']],
    ['a family name alone', { given_name: undefined, name: undefined, family_name: 'Lund' }, ['Lund', '']],
    ['500 letters', { given_name: 'a'.repeat(500), family_name: 'b'.repeat(500) }, ['a'.repeat(60), 'b'.repeat(60)]],
    ['500 family emoji', { given_name: familyEmoji.repeat(500), family_name: 'Lund' }, [familyEmoji.repeat(8), 'Lund']],
    ['a lone surrogate', { given_name: 'Anna\uD83D', family_name: 'Lund' }, ['Anna\uFFFD', 'Lund']],
    ['joiners within a name', { given_name: 'می\u200Cنا', family_name: 'Lund' }, ['می\u200Cنا', 'Lund']],
    ['other types', { given_name: ['Anna'], family_name: { a: 1 }, name: 7 }, ['', '']],
    ['no characters', withoutName, ['', '']],
  ])('a name with %s is cleaned, and the member is signed in', async ([, overrides, [firstName, lastName]]) => {
    const { visit, me } = await signInAs(untypedPerson({ ...withoutName, ...overrides }));
    expect(visit.url.pathname).toBe('/posts');
    expect(me).toMatchObject({ status: 200, body: { firstName, lastName } });
    const storedUser = await site.community.findUser(me.body.id);
    expect(storedUser).toMatchObject({ firstName, lastName, name: `${firstName} ${lastName}`.trim() });
  });

  test('a member without a name is shown with the local part of their email and can choose a name', async () => {
    const email = `quiet.fern-${randomUUID()}@lund.test`;
    const { browser, me } = await signInAs(untypedPerson({ ...withoutName, email }));
    expect(me.body).toMatchObject({ firstName: '', lastName: '', displayName: email.split('@', 1)[0] });
    await site.community.consent(me.body.id);
    const cookie = browser.cookieFor(site.community.publicUrl);
    const profileUpdate = await site.community.visitor.call(updateProfile, { body: { firstName: 'Fern' } }, { cookie });
    expect(profileUpdate).toMatchObject({ status: 200, body: { displayName: 'Fern' } });
  });

  test.for<[label: string, format: (email: string) => string]>([
    ['spaces around it', (email) => ` ${email} `],
    ['other white space around it', (email) => `\t\u00A0${email}\r\n`],
    ['capital letters', (email) => email.toUpperCase()],
  ])('an address with %s is the same address', async ([, format]) => {
    const localMember = await createLocalMember({ emailVerified: true });
    const joined = await signInAs(untypedPerson({ email: format(localMember.email) }));
    expect(joined.me.body).toMatchObject({ id: localMember.id, email: localMember.email });
    // The member now has an identity at the provider, so another subject with the same address is rejected.
    for (const email of [localMember.email, format(localMember.email)]) {
      const other = await signInAs(untypedPerson({ email }));
      expectSignInError(other.visit, 'unable_to_link_account');
      expect(other.me.status).toBe(401);
    }
    expect(await site.community.db.$count(users, eq(users.email, localMember.email))).toBe(1);
  });

  test.for<[label: string, email: unknown]>([
    ['missing', undefined],
    ['invalid', 'anna at lund.test'],
    ['of another type', ['anna@lund.test']],
    ['with NUL', 'an\0na@lund.test'],
    ['with a letter that becomes Latin in lower case', 'an\u212Aa@lund.test'],
  ])('an address that is %s opens no account but lets a known subject sign in', async ([, email]) => {
    const usersBefore = await site.community.db.$count(users);
    const stranger = await signInAs(untypedPerson({ email }));
    expectSignInError(stranger.visit, 'email_not_found');
    expect(stranger.me.status).toBe(401);
    expect(await site.community.db.$count(users)).toBe(usersBefore);
    const ana = person();
    const { me } = await signInAs(ana);
    const nextSignIn = await signInAs({ ...ana, email } as Person);
    expect(nextSignIn.me).toMatchObject({ status: 200, body: { id: me.body.id, email: ana.email } });
  });

  test('a member whose email at the provider now belongs to another member keeps their own email', async () => {
    const [ana, ben] = [person(), person()];
    const [first, second] = [await signInAs(ana), await signInAs(ben)];
    const nextSignIn = await signInAs({ ...ana, email: ben.email });
    expect(nextSignIn.me.body).toMatchObject({ id: first.me.body.id, email: ana.email });
    expect((await signInAs(ben)).me.body).toMatchObject({ id: second.me.body.id, email: ben.email });
  });

  test.for([[undefined], ['true'], [1], [null]])(
    'email_verified %j does not verify the email',
    async ([email_verified]) => {
      const { me } = await signInAs(untypedPerson({ email_verified }));
      expect(await site.community.findUser(me.body.id)).toMatchObject({ emailVerified: false });
    },
  );
});
