import { setUserFlag } from '@commons/contract/admin/schemas';
import { getCurrentUser } from '@commons/contract/auth/schemas';
import {
  createComment,
  createPost,
  deleteComment,
  deletePost,
  getPost,
  updatePost,
} from '@commons/contract/feed/schemas';
import { sendMessage } from '@commons/contract/messages/schemas';
import * as contract from '@commons/contract/moderation/schemas';
import { describe, expect, test } from 'vitest';
import { kindRoutes } from '../../../test/authorization.ts';
import {
  appealOf,
  caseOf,
  claimCase,
  decideCase,
  decisionsOf,
  handOverCase,
  inDays,
  openScene,
  queueOf,
  readCase,
  messagesBetween,
  removeAction,
  report,
  type Role,
  share,
  reportStatesOf,
  tomorrow,
} from '../../../test/cases.ts';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { createContribution } from '../../../test/kinds.ts';
import { formBody, noise } from '../../../test/pictures.ts';
import { codeOf } from '../../../test/problems.ts';
import { findLedgerMismatches } from '../points/points.recount.ts';

const community = setUpCommunity();

/** Kinds with a route for each item that needs no reason to delete it. */
const itemLists = Object.entries(kindRoutes).flatMap(([kind, route]) =>
  kind === 'post' || route.includes(':') ? [] : [[kind, route.replace('POST ', '')] as const],
);

const createMember = (role: Role = 'user') => community.current.member({ role });
const scene = (role?: Role) => openScene(community.current, role);

describe('a decision about a member', () => {
  test('a flag holds the member’s new posts for review until they are unflagged', async () => {
    const { admin, author, id } = await scene();
    expect(await decideCase(admin, id, { action: 'flag', reason: 'harassment' })).toBe('done');
    const held = (await author.call(createPost, { body: { content: 'Again' } })).body;
    expect(held.isAwaitingReview).toBe(true);
    const heldCase = await caseOf(admin, held.id);
    expect((await readCase(admin, heldCase.id)).can.actions).toEqual([
      'approve',
      'remove',
      'warn',
      'unflag',
      'suspend',
    ]);
    expect(await decideCase(admin, heldCase.id, { action: 'unflag' })).toBe('done');
    expect((await community.current.findUser(author.id))?.isFlagged).toBe(false);
  });

  test('of two flags set at the same time only one takes effect and can be appealed', async () => {
    const { admin, author, reporter, id } = await scene();
    const [other, anotherPost] = [await createMember('admin'), await share(author)];
    await report(reporter, { subjectType: 'post', subjectId: anotherPost });
    const cases = [id, (await caseOf(admin, anotherPost)).id];
    const flag = { action: 'flag', reason: 'harassment' };
    const answers = await Promise.all(cases.map((each, index) => decideCase(index ? other : admin, each, flag)));
    expect(answers.toSorted()).toEqual(['done', 'moderation.action_not_here']);
    expect(await decisionsOf(author)).toHaveLength(1);
  });

  test('a suspended member reads the reason, appeals, and is back after the suspension is reversed', async () => {
    const { admin, author, postId, id } = await scene();
    const body = { action: 'suspend', reason: 'harassment', note: 'Rest a day.', until: tomorrow(), removes: true };
    expect(await decideCase(admin, id, body)).toBe('done');
    expect((await author.call(getPost, { params: { id: postId } })).status).toBe(403);
    const decisions = await decisionsOf(author);
    expect(decisions).toMatchObject([{ action: 'suspend', until: body.until }, { action: 'remove' }]);
    const appealInput = { decisionId: decisions[0]!.id, text: 'That was not me.' };
    expect((await author.call(contract.createAppeal, { body: appealInput })).status).toBe(201);
    const [manager, other] = [await createMember('manager'), await createMember('admin')];
    const appeal = (await queueOf(other)).find((each) => each.isAppeal && each.member?.id === author.id)!;
    // Only admins may answer an appeal against a suspension.
    expect((await queueOf(manager)).map((each) => each.id)).not.toContain(appeal.id);
    expect(await decideCase(other, appeal.id, { action: 'reverse' })).toBe('done');
    expect((await author.call(getCurrentUser, {})).status).toBe(200);
    expect((await author.call(getPost, { params: { id: postId } })).status).toBe(404);
  });

  test('reversing one suspension leaves another suspension in force', async () => {
    const { admin, author, reporter, id } = await scene();
    const other = await createMember('admin');
    const second = await share(author);
    await report(reporter, { subjectType: 'post', subjectId: second });
    const suspend = (caseId: string, until: string) =>
      decideCase(admin, caseId, { action: 'suspend', reason: 'harassment', until });
    const [first, last] = [inDays(20), inDays(3)];
    expect(await suspend(id, first)).toBe('done');
    expect(await suspend((await caseOf(admin, second)).id, last)).toBe('done');
    const suspendedUntil = async () =>
      (await community.current.findUser(author.id))?.suspendedUntil?.toISOString() ?? null;
    const reverse = async (until: string) => {
      const decision = (await decisionsOf(author)).find((each) => each.until === until)!;
      const appeal = await appealOf(author, other, decision.id);
      expect(await decideCase(other, appeal.id, { action: 'reverse' })).toBe('done');
    };
    await reverse(last);
    expect(await suspendedUntil()).toBe(first);
    await reverse(first);
    expect(await suspendedUntil()).toBeNull();
  });

  test('a flag that was set again later stays when the first flag is reversed', async () => {
    const { admin, author, reporter, id } = await scene();
    const other = await createMember('admin');
    expect(await decideCase(admin, id, { action: 'flag', reason: 'spam' })).toBe('done');
    const [first] = await decisionsOf(author);
    const held = await share(author);
    expect(await decideCase(admin, (await caseOf(admin, held)).id, { action: 'unflag' })).toBe('done');
    await report(reporter, { subjectType: 'member', subjectId: author.id });
    const again = await caseOf(admin, author.id);
    expect(await decideCase(admin, again.id, { action: 'flag', reason: 'hate' })).toBe('done');
    const appeal = await appealOf(author, other, first!.id);
    expect(await decideCase(other, appeal.id, { action: 'reverse' })).toBe('done');
    expect((await community.current.findUser(author.id))?.isFlagged).toBe(true);
  });

  test.for([
    ['is removed when its decision is reversed', false],
    ['stays when an admin removed it and set it again meanwhile', true],
  ] as const)('a flag %s', async ([, isSetAgain]) => {
    const { admin, author, id } = await scene();
    const other = await createMember('admin');
    expect(await decideCase(admin, id, { action: 'flag', reason: 'spam' })).toBe('done');
    const params = { userId: author.id };
    if (isSetAgain) for (const flagged of [false, true]) await other.call(setUserFlag, { params, body: { flagged } });
    const appeal = await appealOf(author, other);
    expect(await decideCase(other, appeal.id, { action: 'reverse' })).toBe('done');
    expect((await community.current.findUser(author.id))?.isFlagged).toBe(isSetAgain);
  });

  test('is mailed to the member with the guideline, without the reporter and the moderator', async () => {
    const { manager, author, id } = await scene();
    await decideCase(manager, id, { ...removeAction, note: 'No cures here, please.' });
    const mail = (await community.current.mails()).find(({ to }) => to === author.email);
    for (const texts of ['advertising, recruiting', 'No cures here, please.', '/decisions'])
      expect(mail!.text.replaceAll(/=?\s+/g, ' ')).toContain(texts);
    expect(mail!.text).not.toContain('Robin');
    expect(JSON.stringify(await decisionsOf(author))).not.toContain(manager.id);
  });

  test('can be appealed once within 30 days and upheld by another moderator', async () => {
    const { manager, admin, author, id } = await scene();
    await decideCase(manager, id, { action: 'warn', reason: 'be_kind' });
    const [warning] = await decisionsOf(author);
    const { db } = community.current;
    const setAge = (days: number) =>
      db.$client.query('UPDATE moderation_decisions SET created_at = now() - make_interval(days => $2) WHERE id = $1', [
        warning!.id,
        days,
      ]);
    const appeal = () =>
      author.call(contract.createAppeal, { body: { decisionId: warning!.id, text: 'Please look again.' } });
    await setAge(31);
    expect(codeOf(await appeal())).toBe('moderation.no_appeal');
    await setAge(29);
    const answers = await Promise.all([appeal(), appeal(), appeal()]);
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    expect(answers.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(2);
    const { id: appealId } = (await queueOf(admin)).find((each) => each.isAppeal && each.member?.id === author.id)!;
    expect(await decideCase(admin, appealId, { action: 'uphold', note: 'We looked at it again.' })).toBe('done');
    expect(await decisionsOf(author)).toMatchObject([
      { appeal: { outcome: 'upheld', answer: 'We looked at it again.', isRestored: false } },
    ]);
  });
});

describe('reports and removals', () => {
  test('a report about a member shows moderators only the shared messages with their photos', async () => {
    const [ana, eli, manager] = [await createMember(), await createMember(), await createMember('manager')];
    const picture = new File([new Uint8Array(await noise(8, 8).png().toBuffer())], 'a.png');
    const form = new FormData();
    form.append('file', picture);
    const { body: photo } = await eli.send<{ id: string }>('POST', '/api/uploads/message-photos', await formBody(form));
    const send = async (content: string, photoId?: string) =>
      (await eli.call(sendMessage, { body: { receiverId: ana.id, content, ...(photoId && { photoId }) } })).body.id;
    await send('Between us');
    const shared = await send('Look at this', photo.id);
    expect((await manager.send('GET', `/api/messages/photos/${photo.id}/full`)).status).toBe(404);
    await report(ana, { subjectType: 'member', subjectId: eli.id, messageIds: [shared] });
    const caseDetails = await readCase(manager, (await caseOf(manager, eli.id)).id);
    expect(caseDetails.reports[0]!.quotes).toMatchObject([{ title: 'Robin Field' }, { content: 'Look at this' }]);
    expect(JSON.stringify(caseDetails)).not.toContain('Between us');
    expect((await manager.send('GET', caseDetails.reports[0]!.quotes[1]!.photoUrl!)).status).toBe(200);
    expect(caseDetails.can.actions).toEqual(['dismiss', 'warn']);
  });

  test('a report about a post includes its content warning, and editing the warning changes the version', async () => {
    const [flagged, reporter, manager] = [
      await community.current.member({ isFlagged: true }),
      await createMember(),
      await createMember('manager'),
    ];
    const body = { content: 'A quiet day', contentWarning: 'Eli is a liar' };
    const { id } = (await flagged.call(createPost, { body })).body;
    const held = await caseOf(manager, id);
    const before = await readCase(manager, held.id);
    const texts = { title: 'Content warning: Eli is a liar', content: 'A quiet day' };
    expect(before.around).toMatchObject([texts]);
    await flagged.call(updatePost, { params: { id }, body: { ...body, contentWarning: 'Eli is worse' } });
    const { version } = before;
    expect(await decideCase(manager, held.id, { action: 'approve', version })).toBe('moderation.changed_meanwhile');
    expect(await decideCase(manager, held.id, { action: 'approve' })).toBe('done');
    await report(reporter, { subjectType: 'post', subjectId: id });
    const reported = await readCase(manager, (await caseOf(manager, id)).id);
    expect(reported.reports[0]!.quotes).toMatchObject([{ ...texts, title: 'Content warning: Eli is worse' }]);
  });

  test('a reported message can be removed for both members, and a reversal restores its text', async () => {
    const [ana, eli, manager, admin] = [
      await createMember(),
      await createMember(),
      await createMember('manager'),
      await createMember('admin'),
    ];
    const { id } = (await eli.call(sendMessage, { body: { receiverId: ana.id, content: 'You will see' } })).body;
    await report(ana, { subjectType: 'message', subjectId: id, reason: 'harassment' });
    expect(await decideCase(manager, (await caseOf(manager, id)).id, { action: 'remove', reason: 'harassment' })).toBe(
      'done',
    );
    expect([await messagesBetween(ana, eli), await messagesBetween(eli, ana)]).toEqual([[['', true]], [['', true]]]);
    const [decision] = await decisionsOf(eli);
    await eli.call(contract.createAppeal, { body: { decisionId: decision!.id, text: 'We were joking.' } });
    await decideCase(admin, (await caseOf(admin, id, true)).id, { action: 'reverse' });
    expect(await messagesBetween(ana, eli)).toEqual([['You will see', false]]);
  });

  test('a moderator can remove a message only after a report', async () => {
    const [ana, eli, admin] = [await createMember(), await createMember(), await createMember('admin')];
    const { id } = (await eli.call(sendMessage, { body: { receiverId: ana.id, content: 'Between us' } })).body;
    const body = { subjectType: 'message', subjectId: id, reason: 'spam' };
    expect((await admin.send('POST', '/api/moderation/removals', { body })).status).toBe(400);
  });

  test('removing a post withdraws the points of its comments, and restoring it gives them back', async () => {
    const { manager, admin, author, reporter, postId, id } = await scene();
    const comment = async () =>
      (await reporter.call(createComment, { params: { id: postId }, body: { content: 'Hm' } })).body.id;
    const [first] = [await comment(), await comment()];
    const scores = async () =>
      Promise.all(
        [author, reporter].map(async (each) => (await community.current.findUser(each.id))?.mindfulnessScore),
      );
    const removal = { subjectType: 'comment', subjectId: first, reason: 'spam' } as const;
    await manager.call(contract.removeAsModerator, { body: removal });
    expect(await scores()).toEqual([1, 1]);
    await decideCase(manager, id, removeAction);
    expect(await scores()).toEqual([0, 0]);
    await decideCase(admin, (await appealOf(author, admin)).id, { action: 'reverse' });
    expect(await scores()).toEqual([1, 1]);
    expect((await author.call(getPost, { params: { id: postId } })).body.commentsCount).toBe(1);
    // Restored points can be withdrawn again.
    await author.call(deletePost, { params: { id: postId } });
    expect(await scores()).toEqual([0, 0]);
    expect(await findLedgerMismatches(community.current.db)).toEqual([]);
  });

  test('a post that a moderator deletes directly is removed as by a decision, and its case closes', async () => {
    const { manager, reporter, author, postId } = await scene();
    expect((await manager.call(deletePost, { params: { id: postId }, query: { reason: 'No cures.' } })).status).toBe(
      204,
    );
    expect([await reportStatesOf(reporter), await caseOf(manager, postId)]).toEqual([['closed'], undefined]);
    expect(await decisionsOf(author)).toMatchObject([{ action: 'remove', reason: null, note: 'No cures.' }]);
  });

  test('a manager can delete an admin’s post directly even if they may not decide its case', async () => {
    const { manager, admin, reporter, author, postId, id } = await scene('admin');
    expect(await decideCase(manager, id, removeAction)).toBe('moderation.outranked');
    const removal = await manager.call(deletePost, { params: { id: postId }, query: { reason: 'No cures.' } });
    expect(removal.status).toBe(204);
    expect([await reportStatesOf(reporter), await caseOf(admin, postId)]).toEqual([['closed'], undefined]);
    expect(await decisionsOf(author)).toMatchObject([{ action: 'remove', note: 'No cures.' }]);
  });

  test.for(itemLists)('a manager can delete an admin’s %s', async ([kind, path]) => {
    const [author, manager] = [await createMember('admin'), await createMember('manager')];
    const { id } = await createContribution(kind, community.current, author);
    expect((await manager.send('DELETE', `${path}/${id}`)).status).toBe(204);
    expect(await decisionsOf(author)).toMatchObject([{ action: 'remove', subjectType: kind }]);
  });

  test('a manager can delete an admin’s comment', async () => {
    const { manager, admin, postId: id } = await scene();
    const { body: comment } = await admin.call(createComment, { params: { id }, body: { content: 'Buy mine' } });
    expect((await manager.call(deleteComment, { params: { id, commentId: comment.id } })).status).toBe(204);
    expect(await decisionsOf(admin)).toMatchObject([{ action: 'remove', subjectType: 'comment' }]);
  });

  test.for(['manager', 'admin'] as const)('a %s cannot remove their own post as a moderator', async (role) => {
    const moderator = await createMember(role);
    const body = { subjectType: 'post', subjectId: await share(moderator), reason: 'spam' } as const;
    const rejection = await moderator.call(contract.removeAsModerator, { body });
    expect([rejection.status, codeOf(rejection)]).toEqual([403, 'moderation.about_you']);
    expect((await moderator.call(getPost, { params: { id: body.subjectId } })).status).toBe(200);
  });
});

const lastClosedAtFor = async (moderator: Member) => (await moderator.call(contract.countCases, {})).body.lastClosedAt;

test('a moderator is notified of each case change and counts the cases they may decide', async () => {
  const [ana, ben, manager] = [await createMember(), await createMember(), await createMember('manager')];
  const count = async () => (await manager.call(contract.countCases, {})).body.count;
  const [live, others] = [await community.current.connect(manager), await community.current.connect(ana)];
  const before = await count();
  const postId = await share(ben);
  await report(ana, { subjectType: 'post', subjectId: postId });
  const { id } = await caseOf(manager, postId);
  expect(await live.next('moderation.changed')).toEqual({ type: 'moderation.changed', caseId: id });
  expect(await count()).toBe(before + 1);
  await claimCase(manager, id);
  expect(await others.next('report.changed')).toMatchObject({ type: 'report.changed' });
  const earlier = await lastClosedAtFor(manager);
  await decideCase(manager, id, removeAction);
  expect(await count()).toBe(before);
  expect(Date.parse((await lastClosedAtFor(manager)) ?? '')).toBeGreaterThan(Date.parse(earlier ?? '1970-01-01'));
  for (const client of [live, others]) client.close();
});

test('a moderator is not notified of a case about themselves', async () => {
  const [ana, accused, other] = [await createMember(), await createMember('manager'), await createMember('manager')];
  const postId = await share(accused);
  const [accusedTab, live] = [await community.current.connect(accused), await community.current.connect(other)];
  await report(ana, { subjectType: 'post', subjectId: postId });
  const { id } = await caseOf(other, postId);
  await claimCase(other, id);
  await handOverCase(other, id, 'anybody');
  const [seenByAccused, seenByOther] = [await lastClosedAtFor(accused), await lastClosedAtFor(other)];
  await decideCase(other, id, { action: 'dismiss' });
  expect(await lastClosedAtFor(accused)).toBe(seenByAccused);
  expect(await lastClosedAtFor(other)).not.toBe(seenByOther);
  for (const _ of ['reported', 'claimed', 'handed over', 'decided'])
    expect(await live.next('moderation.changed')).toEqual({ type: 'moderation.changed', caseId: id });
  // A later event has arrived, so no earlier one can still be in flight.
  await accused.call(createPost, { body: { content: 'A quiet day' } });
  await accusedTab.next('post.created');
  expect(accusedTab.queuedTypes).not.toContain('moderation.changed');
  for (const client of [accusedTab, live]) client.close();
});
