import { deleteAccount } from '@commons/contract/account/schemas';
import { setUserRole } from '@commons/contract/admin/schemas';
import { getCurrentUser } from '@commons/contract/auth/schemas';
import { withdrawConsent } from '@commons/contract/consent/schemas';
import { createComment, createPost } from '@commons/contract/feed/schemas';
import { listNotifications, readNotifications } from '@commons/contract/notifications/schemas';
import { updateProfile, updateSettings } from '@commons/contract/profiles/schemas';
import { confirmEmailChange, requestEmailChange } from '@commons/contract/security/schemas';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { goodPassword, memberWithPassword, newcomer } from '../../../test/accounts.ts';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { noise, upload } from '../../../test/pictures.ts';
import { expectProblem } from '../../../test/problems.ts';
import { whileLocked } from '../../../test/waiting.ts';
import { users } from '../../community/members/users.tables.ts';

const community = setUpCommunity();

const runJob = (name: string) => community.current.jobs.find((job) => job.name === name)!.run();
const leave = (member: Member, content: 'remove' | 'anonymise' = 'anonymise', password?: string) =>
  member.call(deleteAccount, { body: { content, ...(password !== undefined && { password }) } });

/**
 * Starts a call, blocks it at the lock of the member's row, and lets the member leave before it continues. Returns the
 * status of the call.
 */
async function leaveDuring({ id }: Member, call: () => Promise<{ status: number }>): Promise<number> {
  const { status } = await whileLocked(
    community.current,
    sql`SELECT FROM users WHERE id = ${id} FOR UPDATE`,
    call,
    sql`UPDATE users SET left_at = now(), left_content = 'anonymise', first_name = 'A former member', last_name = '',
      email = id || '@left.invalid', email_verified = false, bio = NULL WHERE id = ${id}`,
  );
  return status;
}

const emptiedMember = {
  firstName: 'A former member',
  bio: null,
  profileImageUrl: null,
  emailVerified: false,
  breakUntil: null,
};

test.for<[string, (ana: Member) => Promise<{ status: number }>]>([
  ['profile', (ana) => ana.call(updateProfile, { body: { firstName: 'Ana', lastName: 'Lind', bio: 'Still here' } })],
  ['settings', (ana) => ana.call(updateSettings, { body: { showsPresence: true } })],
  ['consent', (ana) => ana.call(withdrawConsent, {})],
  [
    'photo',
    async (ana) => upload(ana, '/api/auth/user/photo', { name: 'me.png', bytes: await noise(40, 40).png().toBuffer() }),
  ],
])('a concurrent change of the %s does not change a member who has left', async ([, call]) => {
  const ana = await community.current.member();
  expect(await leaveDuring(ana, () => call(ana))).toBe(401);
  expect(await community.current.findUser(ana.id)).toMatchObject(emptiedMember);
});

test('confirming an email while its member leaves changes nothing', async () => {
  const ana = await memberWithPassword(community.current);
  const newEmail = newcomer().email;
  await ana.call(requestEmailChange, { body: { newEmail, password: goodPassword } });
  const mail = (await community.current.mails()).findLast(({ to }) => to === newEmail);
  const token = /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const confirm = () => community.current.visitor.call(confirmEmailChange, { body: { token } });
  expect(await leaveDuring(ana, confirm)).toBe(400);
  expect(await community.current.findUser(ana.id)).toMatchObject(emptiedMember);
});

test('the hourly job empties the row of a former member again', async () => {
  const ana = await community.current.member();
  await leave(ana);
  await community.current.db.update(users).set({ bio: 'Still here', firstName: 'Ana' }).where(eq(users.id, ana.id));
  await runJob('departures');
  expect(await community.current.findUser(ana.id)).toMatchObject({ bio: null, firstName: 'A former member' });
});

test('a failed departure does not stop the others', async () => {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  for (const member of [ana, ben]) await leave(member);
  await community.current.db.update(users).set({ bio: 'Still here' }).where(eq(users.id, ben.id));
  await community.current.db.execute(
    sql.raw(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
    CREATE TRIGGER refuse BEFORE UPDATE ON users FOR EACH ROW WHEN (OLD.id = '${ana.id}') EXECUTE FUNCTION refuse()`),
  );
  await expect(runJob('departures')).rejects.toThrow('1 departures');
  await community.current.db.execute(sql`DROP FUNCTION refuse CASCADE`);
  expect(await community.current.findUser(ben.id)).toMatchObject({ bio: null });
});

test('a former member cannot become admin, so the last admin cannot leave', async () => {
  const [admin, ana] = [await community.current.member({ role: 'admin' }), await memberWithPassword(community.current)];
  await community.current.db.execute(sql`UPDATE users SET role = 'user' WHERE role = 'admin' AND id <> ${admin.id}`);
  await leave(ana, 'anonymise', goodPassword);
  expectProblem(
    await admin.call(setUserRole, { params: { userId: ana.id }, body: { role: 'admin' } }),
    404,
    'members.not_found',
  );
  expectProblem(await leave(admin), 409, 'account.last_admin');
  expect((await admin.call(getCurrentUser, {})).status).toBe(200);
});

test('a member who removes their content disappears from read and unread notifications of others', async () => {
  const [ana, ben, cleo] = [
    await community.current.member(),
    await community.current.member(),
    await community.current.member(),
  ];
  const { id } = (await ben.call(createPost, { body: { content: 'A walk' } })).body;
  const comment = (member: Member) => member.call(createComment, { params: { id }, body: { content: 'How good' } });
  for (const member of [ana, cleo]) await comment(member);
  await runJob('notifications-due');
  await ben.call(readNotifications, { body: {} });
  await comment(ana);
  await runJob('notifications-due');
  const actors = async () => (await ben.call(listNotifications, {})).body.map(({ actorsCount }) => actorsCount);
  expect(await actors()).toEqual([1, 2]);
  await leave(ana, 'remove');
  await community.current.runTasks();
  expect(await actors()).toEqual([1]);
  const { rowCount } = await community.current.db.execute(
    sql`SELECT FROM notification_actors WHERE actor_id = ${ana.id}`,
  );
  expect(rowCount).toBe(0);
});
