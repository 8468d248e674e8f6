import { deleteAccount } from '@commons/contract/account/schemas';
import { createComment, deletePost } from '@commons/contract/feed/schemas';
import * as contract from '@commons/contract/moderation/schemas';
import { describe, expect, test } from 'vitest';
import {
  caseOf,
  decideCase,
  decisionsOf,
  openScene,
  readCase,
  removeAction,
  report,
  share,
  reportStatesOf,
} from '../../../test/cases.ts';
import { type Member, setUpCommunity } from '../../../test/community.ts';

const community = setUpCommunity();

async function leave(member: Member, content: 'remove' | 'anonymise' = 'anonymise'): Promise<void> {
  expect((await member.call(deleteAccount, { body: { content } })).status).toBe(204);
  await community.current.runTasks();
}

const processNotifications = () => community.current.jobs.find(({ name }) => name === 'notifications-due')!.run();

async function count(table: string, column: string, id: string): Promise<number> {
  const { rows } = await community.current.db.$client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${table} WHERE ${column} = $1`,
    [id],
  );
  return rows[0]!.n;
}

const mailsToDeparted = async () =>
  (await community.current.mails()).map(({ to }) => to).filter((to) => to.endsWith('left.invalid'));

describe('content that a departed member left behind', () => {
  test('can be removed, but the departed member is not warned, flagged, suspended or notified', async () => {
    const { author, reporter, manager, admin } = await openScene(community.current);
    const postId = await share(author);
    await leave(author);
    await report(reporter, { subjectType: 'post', subjectId: postId });
    const { id } = await caseOf(admin, postId);
    const caseDetails = await readCase(admin, id);
    expect(caseDetails).toMatchObject({ member: null, memberState: null, can: { actions: ['dismiss', 'remove'] } });
    expect(await decideCase(admin, id, { action: 'warn', reason: 'spam' })).toBe('moderation.action_not_here');
    expect(await decideCase(manager, id, removeAction)).toBe('done');
    expect((await reportStatesOf(reporter))[0]).toBe('closed');
    expect(await mailsToDeparted()).toEqual([]);
    await processNotifications();
    expect(await count('notifications', 'member_id', author.id)).toBe(0);
    expect(await count('moderation_decisions', 'is_told AND subject_id', postId)).toBe(0);
  });

  test('can be deleted directly, and no notification is sent to the departed member', async () => {
    const { author, reporter, manager, postId } = await openScene(community.current);
    await leave(author);
    await reporter.call(createComment, { params: { id: postId }, body: { content: 'Are you well?' } });
    await processNotifications();
    expect(await count('notifications', 'member_id', author.id)).toBe(0);
    expect((await manager.call(deletePost, { params: { id: postId }, query: { reason: 'No cures.' } })).status).toBe(
      204,
    );
    expect(await mailsToDeparted()).toEqual([]);
    expect(await count('moderation_decisions', 'is_told AND subject_id', postId)).toBe(0);
  });

  test('is erased after the appeal period even if an appeal was open', async () => {
    const { author, manager, postId, id } = await openScene(community.current);
    await decideCase(manager, id, removeAction);
    const [decision] = await decisionsOf(author);
    const body = { decisionId: decision!.id, text: 'Please look again.' };
    expect((await author.call(contract.createAppeal, { body })).status).toBe(201);
    await leave(author);
    const { db, jobs } = community.current;
    const erase = () => jobs.find((job) => job.name === 'removed-contributions')!.run();
    await erase();
    expect(await count('posts', 'id', postId)).toBe(1);
    await db.$client.query("UPDATE moderation_decisions SET erase_at = erase_at - interval '30 days' WHERE id = $1", [
      decision!.id,
    ]);
    await erase();
    expect(await count('posts', 'id', postId)).toBe(0);
  });
});

test.for(['remove', 'anonymise'] as const)(
  'a report about a member who leaves (%s) is closed for the reporter and removed from every queue',
  async (content) => {
    const [author, reporter] = [await community.current.member(), await community.current.member()];
    const manager = await community.current.member({ role: 'manager' });
    const subject =
      content === 'remove'
        ? ({ subjectType: 'post', subjectId: await share(author) } as const)
        : ({ subjectType: 'member', subjectId: author.id } as const);
    await report(reporter, subject);
    const { id: caseId } = await caseOf(manager, subject.subjectId);
    const [live, reporterTab] = [await community.current.connect(manager), await community.current.connect(reporter)];
    await leave(author, content);
    expect(await reportStatesOf(reporter)).toEqual(['closed']);
    expect(await caseOf(manager, subject.subjectId)).toBeUndefined();
    expect(await live.next('moderation.changed')).toEqual({ type: 'moderation.changed', caseId });
    expect(await reporterTab.next('report.changed')).toMatchObject({ type: 'report.changed' });
    for (const client of [live, reporterTab]) client.close();
  },
);
