import { randomUUID } from 'node:crypto';
import { getCurrentUser } from '@commons/contract/auth/schemas';
import { acceptConnection, requestConnection } from '@commons/contract/connections/schemas';
import { createPost } from '@commons/contract/feed/schemas';
import type { Problem } from '@commons/contract/problem/schemas';
import * as contract from '@commons/contract/profiles/schemas';
import { socialLink, type SocialSite } from '@commons/contract/social-handles';
import { beforeAll, describe, expect, test } from 'vitest';
import { bytesOf } from '../../../test/caller.ts';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { hostileLinks } from '../../../test/hostile-links.ts';

const community = setUpCommunity();

const edit = (member: Member, body: object) => member.send<Problem>('PUT', contract.updateProfile.path, { body });
const profileOf = async (member: Member, reader: Member) =>
  (await reader.call(contract.getProfile, { params: { id: member.id } })).body;

const everyField = {
  firstName: 'Ana María',
  lastName: 'Lund-Öberg',
  title: 'Night nurse 🌙',
  bio: 'I walk.\n\nI read, and I rest.',
  location: 'Tromsø, Norway',
  favoriteBook: 'The Summer Book',
  favoriteQuote: '“The quieter you become,\nthe more you can hear.”',
  favoriteHobby: '<b>Knitting</b> & tea',
  threeInterestingThings: '1. Bees\n2. Moss\n3. مرحبا',
  currentGoal: 'Ten minutes a day',
  instagram: 'ana.lund',
  facebook: 'ana.lund',
  twitter: 'ana_lund',
  linkedin: 'ana-lund',
};

/** Creates Ana with a complete profile, and readers named by their connection to her. */
async function createProfileWithReaders() {
  const ana = await community.current.member();
  await ana.call(contract.updateProfile, { body: everyField });
  const [stranger, friend, invitee, requester, admin] = await Promise.all([
    community.current.member(),
    community.current.member(),
    community.current.member(),
    community.current.member(),
    community.current.member({ role: 'admin' }),
  ]);
  await friend.call(requestConnection, { body: { userId: ana.id } });
  await ana.call(acceptConnection, { params: { userId: friend.id } });
  await ana.call(requestConnection, { body: { userId: invitee.id } });
  await requester.call(requestConnection, { body: { userId: ana.id } });
  return { ana, readers: { ana, friend, stranger, invitee, requester, admin } };
}

describe('editing one’s own profile', () => {
  test('every field is returned unchanged to the member and to others', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const edited = await ana.call(contract.updateProfile, { body: everyField });
    expect(edited).toMatchObject({ status: 200, body: { ...everyField, displayName: 'Ana María Lund-Öberg' } });
    expect((await ana.call(getCurrentUser, {})).body).toEqual(edited.body);
    expect(await profileOf(ana, ben)).toMatchObject({ ...everyField, displayName: 'Ana María Lund-Öberg' });
  });

  test('omitted fields stay, and an empty text clears a field', async () => {
    const ana = await community.current.member();
    await ana.call(contract.updateProfile, { body: everyField });
    const { firstName, lastName, ...optional } = everyField;
    for (const name of Object.keys(optional)) {
      const cleared = await edit(ana, { [name]: '  ' });
      expect(cleared).toMatchObject({ status: 200, body: { [name]: null } });
    }
    expect(await profileOf(ana, ana)).toMatchObject({ firstName, lastName, title: null, bio: null, instagram: null });
    expect(await edit(ana, { lastName: '' })).toMatchObject({ status: 200, body: { displayName: firstName } });
    expect(await edit(ana, {})).toMatchObject({ status: 200, body: { displayName: firstName } });
  });

  test('null also clears a field, so a profile can be sent back as it was read', async () => {
    const ana = await community.current.member();
    await ana.call(contract.updateProfile, { body: everyField });
    const names = Object.keys(everyField) as (keyof typeof everyField)[];
    for (const name of names.filter((each) => !['firstName', 'lastName'].includes(each)))
      expect(await edit(ana, { [name]: null })).toMatchObject({ status: 200, body: { [name]: null } });
    const emptiedProfile = (await ana.call(getCurrentUser, {})).body;
    expect(emptiedProfile).toMatchObject({ firstName: everyField.firstName, bio: null, instagram: null });
    const resent = await edit(ana, Object.fromEntries(names.map((name) => [name, emptiedProfile[name]])));
    expect(resent).toMatchObject({ status: 200, body: emptiedProfile });
  });

  test.for([
    { firstName: '' },
    { firstName: ' \t ' },
    { firstName: null },
    { lastName: null },
    { firstName: 'a'.repeat(61) },
    { lastName: 'a'.repeat(61) },
    { firstName: 'Ana\nAdmin' },
    { firstName: 'Ana\u2028Admin' },
    { firstName: 'Ana\ud800' },
    { title: 'a'.repeat(61) },
    { bio: 'a'.repeat(1_001) },
    { bio: 'a\0b' },
    { bio: '\udfff' },
    { bio: 42 },
    { location: 'a'.repeat(121) },
    { location: 'Here\nand there' },
    { favoriteBook: 'a'.repeat(121) },
    { favoriteQuote: 'a'.repeat(1_001) },
    { favoriteHobby: ['knitting'] },
    { threeInterestingThings: 'a'.repeat(1_001) },
    { currentGoal: 'a'.repeat(1_001) },
    { instagram: 'a'.repeat(31) },
    { twitter: 'a'.repeat(16) },
  ])('rejects %j, names the field, and changes nothing', async (invalidFields) => {
    const ana = await community.current.member();
    const before = (await ana.call(getCurrentUser, {})).body;
    const rejection = await edit(ana, { bio: 'Meant to be saved', ...invalidFields });
    expect(rejection.status).toBe(400);
    expect(rejection.body.errors?.map(({ path }) => path)).toEqual(Object.keys(invalidFields));
    expect((await ana.call(getCurrentUser, {})).body).toEqual(before);
  });

  test('the error for a long text contains the limit', async () => {
    const ana = await community.current.member();
    const rejection = await edit(ana, { bio: 'a'.repeat(1_001) });
    expect(rejection.body.errors).toEqual([{ path: 'bio', message: 'Please keep it within 1,000 characters' }]);
  });

  test('after fifty concurrent edits, all fields are of one edit', async () => {
    const ana = await community.current.member();
    const edits = Array.from({ length: 50 }, (_, number) =>
      edit(ana, { title: `Turn ${number}`, bio: `Turn ${number}` }),
    );
    expect((await Promise.all(edits)).every(({ status }) => status === 200)).toBe(true);
    const { title, bio } = (await ana.call(getCurrentUser, {})).body;
    expect(bio).toBe(title);
  });
});

const linkTarget = (site: SocialSite, handle: string | null): string => {
  const link = socialLink(site, handle) ?? '';
  const isPage = /^https:\/\/[^/]+\/(?:in\/)?[\w.-]+\/?$/.test(link) && /^[\w.-]+$/.test(handle ?? '');
  return isPage ? `a page of ${new URL(link).host}` : link;
};

describe('social fields', () => {
  const hosts = {
    instagram: 'www.instagram.com',
    facebook: 'www.facebook.com',
    twitter: 'x.com',
    linkedin: 'www.linkedin.com',
  };
  const sites = Object.keys(hosts) as SocialSite[];
  let ana: Member;
  beforeAll(async () => {
    ana = await community.current.member();
  });

  test.for(hostileLinks)('%j cannot become a link to another site', async (value) => {
    for (const site of sites) {
      const response = await edit(ana, { [site]: value });
      const stored = (await profileOf(ana, ana))[site];
      const outcome =
        response.status === 200 ? linkTarget(site, stored) : `refused: ${response.body.errors?.[0]?.path}`;
      expect([`refused: ${site}`, `a page of ${hosts[site]}`]).toContain(outcome);
    }
  });
});

describe('visibility of profile fields', () => {
  const fieldsBySetting = {
    emailAudience: ['email'],
    locationAudience: ['location'],
    socialsAudience: ['instagram', 'facebook', 'twitter', 'linkedin'],
  } as const;

  test('by default nobody sees the email, and members see location and social links', async () => {
    const { ana, readers } = await createProfileWithReaders();
    expect((await ana.call(contract.getSettings, {})).body).toMatchObject({
      emailAudience: 'nobody',
      locationAudience: 'members',
      socialsAudience: 'members',
    });
    expect(await profileOf(ana, readers.stranger)).toMatchObject({
      email: null,
      location: everyField.location,
      instagram: everyField.instagram,
    });
    expect((await profileOf(ana, ana)).email).toBe(ana.email);
  });

  const readersByAudience = {
    members: ['ana', 'friend', 'stranger', 'invitee', 'requester', 'admin'],
    connections: ['ana', 'friend'],
    nobody: ['ana'],
  };
  test.for(Object.entries(fieldsBySetting))('%s affects only %j', async ([setting, fields]) => {
    const { ana, readers } = await createProfileWithReaders();
    const others = Object.entries(fieldsBySetting).flatMap(([name, names]) => (name === setting ? [] : names));
    await ana.call(contract.updateSettings, {
      body: { emailAudience: 'members', locationAudience: 'members', socialsAudience: 'members' },
    });
    for (const audience of ['members', 'connections', 'nobody'] as const) {
      await ana.call(contract.updateSettings, { body: { [setting]: audience } });
      for (const [name, reader] of Object.entries(readers)) {
        const profile = await profileOf(ana, reader);
        const values = { ...everyField, email: ana.email };
        for (const field of fields)
          expect([audience, name, field, profile[field]]).toEqual([
            audience,
            name,
            field,
            readersByAudience[audience].includes(name) ? values[field] : null,
          ]);
        for (const field of others) expect(profile[field]).toBe(values[field]);
      }
    }
  });

  test('hidden values are nowhere in the reply', async () => {
    const { ana, readers } = await createProfileWithReaders();
    await ana.call(contract.updateSettings, { body: { locationAudience: 'nobody', socialsAudience: 'nobody' } });
    const response = JSON.stringify(await profileOf(ana, readers.friend));
    for (const hidden of [ana.email, everyField.location, 'ana.lund', 'ana_lund', 'ana-lund'])
      expect(response).not.toContain(hidden);
  });

  test.for([
    { emailAudience: 'everyone' },
    { emailAudience: null },
    { theme: 'sepia' },
    { textSize: 200 },
    { textSize: '100' },
    [],
  ])('settings with %j are rejected', async (body) => {
    const ana = await community.current.member();
    expect((await ana.send('PUT', contract.updateSettings.path, { body })).status).toBe(400);
    expect((await ana.call(contract.getSettings, {})).body.emailAudience).toBe('nobody');
  });

  test('a profile counts only published posts', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    await ana.call(createPost, { body: { content: 'A quiet day' } });
    await ana.call(createPost, { body: { content: 'Another' } });
    expect((await profileOf(ana, ben)).postsCount).toBe(2);
    expect((await ana.call(getCurrentUser, {})).body.postsCount).toBe(2);
  });

  test('an unknown id returns 404, and an invalid id returns 400', async () => {
    const ana = await community.current.member();
    expect((await ana.call(contract.getProfile, { params: { id: randomUUID() } })).status).toBe(404);
    expect((await ana.send('GET', '/api/users/me')).status).toBe(400);
    expect((await community.current.visitor.send('GET', `/api/users/${ana.id}`)).status).toBe(401);
  });

  test('the reply for a member who blocked the reader equals the one for an unknown member', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    await ben.call(contract.block, { params: { userId: ana.id } });
    const hidden = await ana.call(contract.getProfile, { params: { id: ben.id } });
    const unknown = await ana.call(contract.getProfile, { params: { id: randomUUID() } });
    expect(hidden.status).toBe(404);
    expect(bytesOf(hidden)).toBe(bytesOf(unknown));
  });
});
