import {
  joinWaitlist,
  deleteWaitlistEntry,
  inviteFromWaitlist,
  listWaitlist,
} from '@commons/contract/waitlist/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newcomer } from '../../../test/accounts.ts';
import { Community, type Member, sessionSecret } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { accessCodesOf } from '../../community/access-codes.ts';
import { newId } from '../../platform/database/columns.ts';
import { waitlistEntries } from './waitlist.tables.ts';

const accessCode = accessCodesOf({ waitlistAccessCode: undefined, bookAccessCode: undefined }, sessionSecret).waitlist;
const withCode = { body: { accessCode } };

let community: Community;
let admin: Member;
beforeAll(async () => {
  community = await Community.open();
  admin = await community.member({ role: 'admin' });
});
afterAll(() => community.close());

const addEntry = async (firstName = 'Ana') => {
  const { lastName, email } = newcomer();
  return (
    await community.visitor.call(joinWaitlist, { body: { firstName, lastName, email, message: 'Hello.\nI am new.' } })
  ).body;
};

describe('the waitlist', () => {
  test('is readable with the access code and by admins, newest first', async () => {
    const [older, newer] = [await addEntry('Ana'), await addEntry('Ben')];
    for (const response of [
      await community.visitor.call(listWaitlist, withCode),
      await (await community.member()).call(listWaitlist, withCode),
      await admin.call(listWaitlist, {}),
      await admin.call(listWaitlist, { body: {} }),
    ]) {
      expect(response.status).toBe(200);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.body.slice(0, 2)).toEqual(
        [newer, older].map((entry) => ({ ...entry, invitedAt: null, joinedAt: null })),
      );
    }
  });

  test('is not readable by others', async () => {
    const { id } = await addEntry();
    const manager = await community.member({ role: 'manager' });
    for (const caller of [community.visitor, await community.member(), manager]) {
      expectProblem(await caller.call(listWaitlist, {}), 403, 'gate.wrong_code');
      expectProblem(await caller.call(deleteWaitlistEntry, { params: { id } }), 403, 'gate.wrong_code');
    }
    const withWrongCode = { params: { id }, body: { accessCode: 'not it' } };
    expectProblem(await community.visitor.call(deleteWaitlistEntry, withWrongCode), 403, 'gate.wrong_code');
    expect((await admin.call(listWaitlist, {})).body.map((entry) => entry.id)).toContain(id);
  });

  test('deletes an entry once, and returns 404 for the second call', async () => {
    const { id } = await addEntry();
    expect((await community.visitor.call(deleteWaitlistEntry, { params: { id }, ...withCode })).status).toBe(204);
    const again = await community.visitor.call(deleteWaitlistEntry, { params: { id }, ...withCode });
    expectProblem(again, 404, 'waitlist.entry_not_found');
    const withInvalidId = { params: { id: 'nothing' }, ...withCode };
    expectProblem(await community.visitor.call(deleteWaitlistEntry, withInvalidId), 400, 'request.invalid');
  });

  test('returns all of many entries', async () => {
    const { db } = community;
    const newEntries = Array.from({ length: 5_000 }, (_, number) => ({
      id: newId(),
      firstName: `Ana ${number}`,
      lastName: 'Lund',
      email: `${newId()}@many.test`,
      createdAt: new Date(),
    }));
    for (let from = 0; from < newEntries.length; from += 1_000)
      await db.insert(waitlistEntries).values(newEntries.slice(from, from + 1_000));
    const { body } = await community.visitor.call(listWaitlist, withCode);
    expect(body).toHaveLength(await db.$count(waitlistEntries));
    expect(body[0]?.firstName).toBe('Ana 4999');
  });
});

describe('inviting', () => {
  test('is allowed for signed-in admins only, also with the access code', async () => {
    const { id } = await addEntry();
    const body = { id, accessCode };
    expectProblem(await community.visitor.call(inviteFromWaitlist, { body }), 401, 'request.unauthenticated');
    const manager = await community.member({ role: 'manager' });
    expectProblem(await manager.call(inviteFromWaitlist, { body }), 403, 'request.forbidden');
    expect(await community.mails()).toEqual([]);
  });

  test('sends one mail to the person, and the list contains the time', async () => {
    const entry = await addEntry('Wren');
    const invited = await admin.call(inviteFromWaitlist, { body: { id: entry.id } });
    expect(invited).toMatchObject({ status: 201, body: { ...entry, joinedAt: null } });
    expect(Date.parse(String(invited.body.invitedAt))).toBeGreaterThan(Date.now() - 60_000);
    const listed = (await admin.call(listWaitlist, {})).body.find(({ id }) => id === entry.id);
    expect(listed).toEqual(invited.body);
    expect((await community.mails()).filter(({ to }) => to === entry.email)).toMatchObject([
      { to: entry.email, text: expect.stringContaining('Hello Wren') },
    ]);
  });

  test.for([
    ['Eve https://evil.example/win', 'Hello Eve,'],
    ['<a href=//evil.example>', 'Hello,'],
  ])('a mail to the untrusted name %j starts with %j', async ([firstName, greeting]) => {
    const entry = await addEntry(firstName);
    await admin.call(inviteFromWaitlist, { body: { id: entry.id } });
    const mail = (await community.mails()).find(({ to }) => to === entry.email);
    const { text, html } = mail!;
    expect(text).toContain(`\n\n${greeting}\n`);
    expect(html).toContain(`>${greeting}<`);
    expect(text + html).not.toMatch(/evil|prize|\+49/);
    const addresses = `${text} ${html}`.match(/https?:\/\/[^/\s"<]*/g) ?? [];
    expect(new Set(addresses)).toEqual(new Set([community.publicUrl]));
  });

  test('does not store the link outside of the mail', async () => {
    const entry = await addEntry();
    await admin.call(inviteFromWaitlist, { body: { id: entry.id } });
    const { rows } = await community.db.$client.query('SELECT data::text FROM jobs.job');
    expect(JSON.stringify(rows)).not.toContain('invitation=');
    const mail = (await community.mails()).find(({ to }) => to === entry.email);
    const token = /invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(token).toHaveLength(43);
    const dump = await community.db.$client.query('SELECT waitlist_entries::text AS text FROM waitlist_entries');
    const jobs = await community.db.$client.query('SELECT job::text AS text FROM jobs.job');
    const keys = await community.db.$client.query('SELECT idempotency_keys::text AS text FROM idempotency_keys');
    expect(JSON.stringify([dump.rows, jobs.rows, keys.rows])).not.toContain(token);
  });

  test('is rejected for members and unknown entries, and sends nothing', async () => {
    const member = await community.member();
    const { body: entry } = await community.visitor.call(joinWaitlist, {
      body: { firstName: 'Ana', lastName: 'Lund', email: member.email },
    });
    const before = (await community.mails()).length;
    const rejection = await admin.call(inviteFromWaitlist, { body: { id: entry.id } });
    expectProblem(rejection, 409, 'waitlist.already_member');
    expectProblem(await admin.call(inviteFromWaitlist, { body: { id: newId() } }), 404, 'waitlist.entry_not_found');
    expect(await community.mails()).toHaveLength(before);
  });
});
