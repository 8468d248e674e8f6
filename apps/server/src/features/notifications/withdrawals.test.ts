import { deleteAccount } from '@commons/contract/account/schemas';
import { requestConnection } from '@commons/contract/connections/schemas';
import { answerEvent, createEvent } from '@commons/contract/events/schemas';
import { createComment, createPost, updatePost } from '@commons/contract/feed/schemas';
import * as contract from '@commons/contract/notifications/schemas';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { users } from '../../community/members/users.tables.ts';

const community = setUpCommunity();

const processQueue = () => community.current.jobs.find(({ name }) => name === 'notifications-due')!.run();
const createMember = () => community.current.member();
const share = async (author: Member) => (await author.call(createPost, { body: { content: 'Good morning' } })).body.id;
const comment = (member: Member, id: string) =>
  member.call(createComment, { params: { id }, body: { content: 'To you, too' } });
const listKinds = async (member: Member) => {
  await processQueue();
  return (await member.call(contract.listNotifications, {})).body.map(({ kind }) => kind);
};
const setFlag = ({ id }: Member, isFlagged: boolean) =>
  community.current.db.update(users).set({ isFlagged }).where(eq(users.id, id));

test('a post that returns to review no longer notifies the members who commented on it', async () => {
  const [ana, ben, cleo] = [await createMember(), await createMember(), await createMember()];
  const id = await share(ana);
  for (const member of [ben, cleo]) await comment(member, id);
  expect(await listKinds(ben)).toEqual(['replied']);
  await setFlag(ana, true);
  await ana.call(updatePost, { params: { id }, body: { content: 'Something else' } });
  expect(await listKinds(ben)).toEqual([]);
  await setFlag(ana, false);
  expect((await comment(ana, id)).body.isAwaitingReview).toBe(false);
  expect([await listKinds(ben), await listKinds(cleo)]).toEqual([[], []]);
});

test('after a member leaves without removing their content, only their connection requests are withdrawn', async () => {
  const [ana, ben] = [await createMember(), await createMember()];
  const { id: userId } = ben;
  await comment(ana, await share(ben));
  await ana.call(requestConnection, { body: { userId } });
  expect(await listKinds(ben)).toEqual(['connection_requested', 'commented']);
  await ana.call(deleteAccount, { body: { content: 'anonymise' } });
  await community.current.runTasks();
  expect(await listKinds(ben)).toEqual(['commented']);
});

test('a member who gives up a freed place no longer sees or gets notifications about it', async () => {
  const [ana, ben, cleo] = [await createMember(), await createMember(), await createMember()];
  const admin = await community.current.member({ role: 'admin' });
  const body = { title: 'A walk', eventDate: '2199-05-01T10:00:00.000Z', location: 'The old gate', maxAttendees: 1 };
  const { id } = (await admin.call(createEvent, { body })).body;
  const respond = (member: Member, going: boolean) => member.call(answerEvent, { params: { id }, body: { going } });
  for (const member of [ana, ben, cleo]) await respond(member, true);
  await respond(ana, false);
  expect(await listKinds(ben)).toEqual(['event_place']);
  await respond(ben, false);
  await community.current.db.execute(sql`UPDATE notifications SET mail_due_at = now() WHERE mail_due_at IS NOT NULL`);
  expect([await listKinds(ben), await listKinds(cleo)]).toEqual([[], ['event_place']]);
  expect((await community.current.mails()).map(({ to }) => to)).not.toContain(ben.email);
  // An unprocessed event is dropped too. A member who returns is notified again.
  await respond(ben, true);
  await respond(cleo, false);
  await respond(ben, false);
  expect(await listKinds(ben)).toEqual([]);
  await respond(cleo, true);
  await respond(ben, true);
  await respond(cleo, false);
  expect(await listKinds(ben)).toEqual(['event_place']);
});
