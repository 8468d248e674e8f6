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

const tell = () => community.current.jobs.find(({ name }) => name === 'notifications-due')!.run();
const join = () => community.current.member();
const share = async (author: Member) => (await author.call(createPost, { body: { content: 'Good morning' } })).body.id;
const comment = (who: Member, id: string) =>
  who.call(createComment, { params: { id }, body: { content: 'To you, too' } });
const kindsTold = async (who: Member) => {
  await tell();
  return (await who.call(contract.listNotifications, {})).body.map(({ kind }) => kind);
};
const flag = ({ id }: Member, isFlagged: boolean) =>
  community.current.db.update(users).set({ isFlagged }).where(eq(users.id, id));

test('of a post that went back to review nothing more is told to who wrote below it', async () => {
  const [ana, ben, cleo] = [await join(), await join(), await join()];
  const id = await share(ana);
  for (const who of [ben, cleo]) await comment(who, id);
  expect(await kindsTold(ben)).toEqual(['replied']);
  await flag(ana, true);
  await ana.call(updatePost, { params: { id }, body: { content: 'Something else' } });
  expect(await kindsTold(ben)).toEqual([]);
  await flag(ana, false);
  expect((await comment(ana, id)).body.isAwaitingReview).toBe(false);
  expect([await kindsTold(ben), await kindsTold(cleo)]).toEqual([[], []]);
});

test('whoever left without their words has still said something, and asks to connect no more', async () => {
  const [ana, ben] = [await join(), await join()];
  const { id: userId } = ben;
  await comment(ana, await share(ben));
  await ana.call(requestConnection, { body: { userId } });
  expect(await kindsTold(ben)).toEqual(['connection_requested', 'commented']);
  await ana.call(deleteAccount, { body: { content: 'anonymise' } });
  await community.current.runTasks();
  expect(await kindsTold(ben)).toEqual(['commented']);
});

test('whoever gives back a place that came free reads and gets no word of it any more', async () => {
  const [ana, ben, cleo] = [await join(), await join(), await join()];
  const admin = await community.current.member({ role: 'admin' });
  const body = { title: 'A walk', eventDate: '2199-05-01T10:00:00.000Z', location: 'The old gate', maxAttendees: 1 };
  const { id } = (await admin.call(createEvent, { body })).body;
  const answer = (who: Member, going: boolean) => who.call(answerEvent, { params: { id }, body: { going } });
  for (const who of [ana, ben, cleo]) await answer(who, true);
  await answer(ana, false);
  expect(await kindsTold(ben)).toEqual(['event_place']);
  await answer(ben, false);
  await community.current.db.execute(sql`UPDATE notifications SET mail_due_at = now() WHERE mail_due_at IS NOT NULL`);
  expect([await kindsTold(ben), await kindsTold(cleo)]).toEqual([[], ['event_place']]);
  expect((await community.current.mails()).map(({ to }) => to)).not.toContain(ben.email);
  // What was not told yet is not told, either; and who comes back is told anew.
  await answer(ben, true);
  await answer(cleo, false);
  await answer(ben, false);
  expect(await kindsTold(ben)).toEqual([]);
  await answer(cleo, true);
  await answer(ben, true);
  await answer(cleo, false);
  expect(await kindsTold(ben)).toEqual(['event_place']);
});
