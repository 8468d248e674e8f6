import { deleteAccount } from '@commons/contract/account/schemas';
import { requestConnection } from '@commons/contract/connections/schemas';
import { answerEvent, createEvent } from '@commons/contract/events/schemas';
import { createComment, createPost, updatePost } from '@commons/contract/feed/schemas';
import * as contract from '@commons/contract/notifications/schemas';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { users } from '../members/users.tables.ts';

const community = setUpCommunity();

const processQueue = () => community.current.jobs.find(({ name }) => name === 'notifications-due')!.run();
const join = () => community.current.member();
const share = async (author: Member) => (await author.call(createPost, { body: { content: 'Good morning' } })).body.id;
const comment = (member: Member, id: string) =>
  member.call(createComment, { params: { id }, body: { content: 'To you, too' } });
const kindsListed = async (member: Member) => {
  await processQueue();
  return (await member.call(contract.listNotifications, {})).body.map(({ kind }) => kind);
};
const flag = ({ id }: Member, isFlagged: boolean) =>
  community.current.db.update(users).set({ isFlagged }).where(eq(users.id, id));

test('a post that returns to review no longer notifies the members who commented on it', async () => {
  const [ana, ben, cleo] = [await join(), await join(), await join()];
  const id = await share(ana);
  for (const member of [ben, cleo]) await comment(member, id);
  expect(await kindsListed(ben)).toEqual(['replied']);
  await flag(ana, true);
  await ana.call(updatePost, { params: { id }, body: { content: 'Something else' } });
  expect(await kindsListed(ben)).toEqual([]);
  await flag(ana, false);
  expect((await comment(ana, id)).body.isAwaitingReview).toBe(false);
  expect([await kindsListed(ben), await kindsListed(cleo)]).toEqual([[], []]);
});

test('after a member leaves without removing their content, only their connection requests are withdrawn', async () => {
  const [ana, ben] = [await join(), await join()];
  const { id: userId } = ben;
  await comment(ana, await share(ben));
  await ana.call(requestConnection, { body: { userId } });
  expect(await kindsListed(ben)).toEqual(['connection_requested', 'commented']);
  await ana.call(deleteAccount, { body: { content: 'anonymise' } });
  await community.current.runTasks();
  expect(await kindsListed(ben)).toEqual(['commented']);
});

test('a member who gives up a freed place no longer sees or gets notifications about it', async () => {
  const [ana, ben, cleo] = [await join(), await join(), await join()];
  const admin = await community.current.member({ role: 'admin' });
  const body = { title: 'A walk', eventDate: '2199-05-01T10:00:00.000Z', location: 'The old gate', maxAttendees: 1 };
  const { id } = (await admin.call(createEvent, { body })).body;
  const answer = (member: Member, going: boolean) => member.call(answerEvent, { params: { id }, body: { going } });
  for (const member of [ana, ben, cleo]) await answer(member, true);
  await answer(ana, false);
  expect(await kindsListed(ben)).toEqual(['event_place']);
  await answer(ben, false);
  await community.current.db.execute(sql`UPDATE notifications SET mail_due_at = now() WHERE mail_due_at IS NOT NULL`);
  expect([await kindsListed(ben), await kindsListed(cleo)]).toEqual([[], ['event_place']]);
  expect((await community.current.mails()).map(({ to }) => to)).not.toContain(ben.email);
  // An unprocessed event is dropped too. A member who returns is notified again.
  await answer(ben, true);
  await answer(cleo, false);
  await answer(ben, false);
  expect(await kindsListed(ben)).toEqual([]);
  await answer(cleo, true);
  await answer(ben, true);
  await answer(cleo, false);
  expect(await kindsListed(ben)).toEqual(['event_place']);
});
