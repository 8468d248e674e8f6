import { getCurrentUser } from '@commons/contract/auth/schemas';
import {
  createComment,
  createPost,
  deleteComment,
  deletePost,
  getPost,
  updatePost,
} from '@commons/contract/feed/schemas';
import { listMessages, sendMessage } from '@commons/contract/messages/schemas';
import * as contract from '@commons/contract/moderation/schemas';
import type { Problem } from '@commons/contract/problem';
import { block } from '@commons/contract/profiles/schemas';
import { createReport, listOwnReports, type ReportInput } from '@commons/contract/reports/schemas';
import { describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { writeOne } from '../../../test/kinds.ts';
import { formBody, noise } from '../../../test/pictures.ts';
import { findWrongFigures } from '../points/points.recount.ts';

const community = setUpCommunity();

const join = (role: 'user' | 'manager' | 'admin' = 'user') => community.current.member({ role });
const share = async (author: Member) => (await author.call(createPost, { body: { content: 'Buy my cure' } })).body.id;
const edit = (author: Member, id: string, content: string) =>
  author.call(updatePost, { params: { id }, body: { content } });
const report = (member: Member, given: Partial<ReportInput> & Pick<ReportInput, 'subjectType' | 'subjectId'>) =>
  member.call(createReport, { body: { reason: 'spam', ...given } as never });

const queueOf = async (moderator: Member) => (await moderator.call(contract.listCases, { query: { limit: 100 } })).body;
const caseOf = async (moderator: Member, subjectId: string, isAppeal = false) =>
  (await queueOf(moderator)).find((each) => each.subjectId === subjectId && each.isAppeal === isAppeal)!;
const read = async (moderator: Member, id: string) => (await moderator.call(contract.getCase, { params: { id } })).body;
const claim = (moderator: Member, id: string) => moderator.call(contract.claimCase, { params: { id } });
const handOver = (moderator: Member, id: string, to: string) =>
  moderator.call(contract.handOverCase, { params: { id }, body: { to, note: 'I know them.' } });
const decide = async (moderator: Member, id: string, body: object) => {
  const answer = await moderator.send<Problem>('POST', `/api/moderation/queue/${id}/actions`, { body });
  return answer.status === 204 ? 'done' : answer.body.type?.replace('urn:problem:', '');
};
const codeOf = ({ body }: { body: unknown }) => (body as Problem).type.replace('urn:problem:', '');
const statesOf = async (member: Member) => (await member.call(listOwnReports, {})).body.map(({ state }) => state);
const decisionsOf = async (member: Member) => (await member.call(contract.listOwnDecisions, {})).body;
const readBy = async (member: Member, other: Member) =>
  (await member.call(listMessages, { query: { userId: other.id } })).body.map(({ content, isRemoved }) => [
    content,
    isRemoved,
  ]);
const remove = { action: 'remove', reason: 'spam' };
const inDays = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
const tomorrow = () => inDays(1);

/** A post that somebody reported, its case, and two who can decide it. */
async function scene(role: 'user' | 'manager' | 'admin' = 'user') {
  const [author, reporter, manager, admin] = [
    await join(role),
    await join(),
    await join('manager'),
    await join('admin'),
  ];
  const postId = await share(author);
  await report(reporter, { subjectType: 'post', subjectId: postId });
  return { author, reporter, manager, admin, postId, id: (await caseOf(admin, postId)).id };
}

describe('a case', () => {
  test('is decided once, however many decide at the same moment', async () => {
    const { admin, manager, id, author } = await scene();
    const answers = await Promise.all([admin, manager, admin, manager].map((each) => decide(each, id, remove)));
    expect(answers.toSorted()).toEqual(['done', ...Array.from({ length: 3 }, () => 'moderation.already_decided')]);
    expect(await decisionsOf(author)).toHaveLength(1);
  });

  test('belongs to who took it, until that runs out', async () => {
    const { admin, manager, id } = await scene();
    expect((await claim(manager, id)).body.claim?.moderator.id).toBe(manager.id);
    expect(codeOf(await claim(admin, id))).toBe('moderation.claimed');
    expect(await decide(admin, id, remove)).toBe('moderation.claimed');
    expect(codeOf(await handOver(admin, id, 'anybody'))).toBe('moderation.claimed');
    await community.current.db.$client.query(
      "UPDATE moderation_cases SET claimed_until = now() - interval '1 s' WHERE id = $1",
      [id],
    );
    expect((await claim(admin, id)).body.claim?.moderator.id).toBe(admin.id);
    expect(await decide(manager, id, remove)).toBe('moderation.claimed');
    expect(await decide(admin, id, { action: 'dismiss' })).toBe('done');
  });

  test('is handed to one moderator, back to all, or to the admins', async () => {
    const { admin, manager, author, id } = await scene();
    await claim(manager, id);
    expect(codeOf(await handOver(manager, id, author.id))).toBe('moderation.no_such_moderator');
    expect((await handOver(manager, id, admin.id)).body).toMatchObject({
      handOverNote: 'I know them.',
      claim: { moderator: { id: admin.id } },
    });
    expect(await decide(manager, id, remove)).toBe('moderation.claimed');
    expect((await handOver(admin, id, 'anybody')).body.claim).toBeNull();
    expect((await handOver(manager, id, 'admins')).body).toMatchObject({ needsAdmin: true });
    expect((await queueOf(manager)).map((each) => each.id)).not.toContain(id);
    expect(await decide(manager, id, remove)).toBe('moderation.admins_only');
    expect(await decide(admin, id, remove)).toBe('done');
  });

  test('that was dismissed changes nothing, and a later report opens another', async () => {
    const { manager, reporter, author, postId, id } = await scene();
    expect(await decide(manager, id, { action: 'dismiss' })).toBe('done');
    expect([await statesOf(reporter), await decisionsOf(author)]).toEqual([['closed'], []]);
    expect((await reporter.call(getPost, { params: { id: postId } })).status).toBe(200);
    await report(await join(), { subjectType: 'post', subjectId: postId });
    expect((await caseOf(manager, postId)).id).not.toBe(id);
  });

  test('stays when its author deletes what was reported: it can be dismissed, and they be warned', async () => {
    const { manager, author, postId, id } = await scene();
    await author.call(deletePost, { params: { id: postId } });
    const found = await read(manager, id);
    expect(found.reports[0]!.quotes[0]!.content).toBe('Buy my cure');
    expect([found.around, found.can.actions]).toEqual([[], ['dismiss', 'warn']]);
    expect(await decide(manager, id, remove)).toBe('moderation.already_gone');
    expect(await decide(manager, id, { action: 'warn', reason: 'spam' })).toBe('done');
    expect(await decisionsOf(author)).toMatchObject([{ action: 'warn', reason: 'spam' }]);
  });

  test('of what is held is closed when its author deletes it', async () => {
    const [flagged, manager] = [await community.current.member({ isFlagged: true }), await join('manager')];
    const postId = await share(flagged);
    expect(await caseOf(manager, postId)).toBeDefined();
    await flagged.call(deletePost, { params: { id: postId } });
    expect(await caseOf(manager, postId)).toBeUndefined();
  });

  test('is due by the most urgent of its reports', async () => {
    const { admin, postId } = await scene();
    const hoursLeft = async () => (Date.parse((await caseOf(admin, postId)).dueAt) - Date.now()) / 3_600_000;
    expect(await hoursLeft()).toBeCloseTo(72, 1);
    await report(await join(), { subjectType: 'post', subjectId: postId, reason: 'hate' });
    expect(await hoursLeft()).toBeCloseTo(24, 1);
    await report(await join(), { subjectType: 'post', subjectId: postId, reason: 'worried' });
    await report(await join(), { subjectType: 'post', subjectId: postId, reason: 'other' });
    expect(await hoursLeft()).toBeCloseTo(1, 1);
    expect(await caseOf(admin, postId)).toMatchObject({ reason: 'worried', reportsCount: 4 });
  });

  test('waits for nobody when ten report and one decides at once: what came later has a case of its own', async () => {
    const { admin, postId, id } = await scene();
    const reporters = await Promise.all(Array.from({ length: 10 }, () => join()));
    await Promise.all([
      decide(admin, id, { action: 'dismiss' }),
      ...reporters.map((each) => report(each, { subjectType: 'post', subjectId: postId })),
    ]);
    const open = await caseOf(admin, postId);
    const states = (await Promise.all(reporters.map(statesOf))).flat();
    expect(states.filter((state) => state === 'received')).toHaveLength(open?.reportsCount ?? 0);
  });
});

describe('what is held', () => {
  test('waits on when its author was warned, flagged, unflagged or suspended: no post is left without a case', async () => {
    const [flagged, admin] = [await community.current.member({ isFlagged: true }), await join('admin')];
    const postId = await share(flagged);
    const before = await caseOf(admin, postId);
    expect(await decide(admin, before.id, { action: 'unflag' })).toBe('done');
    const waiting = await caseOf(admin, postId);
    expect(waiting).toMatchObject({ isHeld: true, dueAt: before.dueAt, claim: null });
    expect(waiting.id).not.toBe(before.id);
    expect(await decide(admin, before.id, { action: 'approve' })).toBe('moderation.already_decided');
    const body = { action: 'warn', reason: 'spam', removes: true };
    expect(await decide(admin, waiting.id, body)).toBe('done');
    expect(await caseOf(admin, postId)).toBeUndefined();
  });
});

describe('what was changed while it was read', () => {
  test('is not published with words that nobody has read', async () => {
    const [flagged, admin] = [await community.current.member({ isFlagged: true }), await join('admin')];
    const postId = await share(flagged);
    const { id } = await caseOf(admin, postId);
    const { version } = await read(admin, id);
    await edit(flagged, postId, 'Much worse');
    expect(await decide(admin, id, { action: 'approve', version })).toBe('moderation.changed_meanwhile');
    expect((await (await join()).call(getPost, { params: { id: postId } })).status).toBe(404);
    const again = await read(admin, id);
    expect(again.around).toMatchObject([{ content: 'Much worse' }]);
    expect(await decide(admin, id, { action: 'approve', version: again.version })).toBe('done');
  });

  test('is not dismissed, and yet can be taken down', async () => {
    const { admin, author, postId, id } = await scene();
    const { version } = await read(admin, id);
    await edit(author, postId, 'Much worse');
    expect(await decide(admin, id, { action: 'dismiss', version })).toBe('moderation.changed_meanwhile');
    expect(await decide(admin, id, { ...remove, version })).toBe('done');
  });
});

describe('who may decide', () => {
  test.for([
    ['a manager about a member', 'user', 'manager', remove, 'done'],
    [
      'a manager who suspends',
      'user',
      'manager',
      { action: 'suspend', reason: 'spam', until: tomorrow() },
      'moderation.admins_only',
    ],
    ['a manager who flags', 'user', 'manager', { action: 'flag', reason: 'spam' }, 'moderation.admins_only'],
    ['a manager about a manager', 'manager', 'manager', remove, 'done'],
    ['a manager about an admin', 'admin', 'manager', remove, 'moderation.outranked'],
    ['an admin about an admin', 'admin', 'admin', remove, 'done'],
    [
      'an admin who suspends an admin',
      'admin',
      'admin',
      { action: 'suspend', reason: 'spam', until: tomorrow() },
      'moderation.action_not_here',
    ],
    ['an admin who approves what is not held', 'user', 'admin', { action: 'approve' }, 'moderation.action_not_here'],
    ['an admin who answers no appeal', 'user', 'admin', { action: 'reverse' }, 'moderation.action_not_here'],
    [
      'an admin who suspends for years',
      'user',
      'admin',
      { action: 'suspend', reason: 'spam', until: '2099-01-01T00:00:00.000Z' },
      'moderation.until_not_ahead',
    ],
    ['without a guideline', 'user', 'admin', { action: 'warn' }, 'request.invalid'],
    ['a dismissal that takes down', 'user', 'admin', { action: 'dismiss', removes: true }, 'request.invalid'],
  ] as const)('%s', async ([, authorRole, role, body, answer]) => {
    const { manager, admin, id, author } = await scene(authorRole);
    expect(await decide(role === 'admin' ? admin : manager, id, body)).toBe(answer);
    expect(await decisionsOf(author)).toHaveLength(answer === 'done' ? 1 : 0);
  });

  test('nobody about themselves: they do not even learn of the case', async () => {
    const { author: manager, admin, id } = await scene('manager');
    expect((await queueOf(manager)).map((each) => each.id)).not.toContain(id);
    expect(codeOf(await manager.call(contract.getCase, { params: { id } }))).toBe('moderation.case_not_found');
    expect(await decide(manager, id, { action: 'dismiss' })).toBe('moderation.case_not_found');
    expect(await decide(admin, id, { action: 'dismiss' })).toBe('done');
  });

  test('nobody about what they reported themselves', async () => {
    const { manager, admin, postId, id } = await scene();
    await report(manager, { subjectType: 'post', subjectId: postId });
    expect((await read(manager, id)).can).toEqual({ actions: [], hindrance: 'moderation.own_report' });
    expect(codeOf(await claim(manager, id))).toBe('moderation.own_report');
    expect(await decide(manager, id, remove)).toBe('moderation.own_report');
    expect(await decide(admin, id, remove)).toBe('done');
  });

  test('nor an appeal against what was decided on their report', async () => {
    const { manager, admin, author, postId, id } = await scene();
    await report(manager, { subjectType: 'post', subjectId: postId });
    await decide(admin, id, remove);
    const [decision] = await decisionsOf(author);
    await author.call(contract.createAppeal, { body: { decisionId: decision!.id, text: 'Please look again.' } });
    const other = await join('admin');
    const { id: appealId } = await caseOf(other, postId, true);
    expect(await decide(manager, appealId, { action: 'uphold' })).toBe('moderation.own_report');
    expect(await decide(other, appealId, { action: 'reverse' })).toBe('done');
  });

  test('nobody by way of handing it over: not to themselves, not to who may not, and not an appeal against themselves', async () => {
    const { manager, admin, author, postId, id } = await scene('manager');
    await report(manager, { subjectType: 'post', subjectId: postId });
    expect(codeOf(await handOver(manager, id, manager.id))).toBe('moderation.own_report');
    // Whether somebody else reported it is not to be learned by this.
    const other = await join('admin');
    expect(codeOf(await handOver(other, id, author.id))).toBe('moderation.no_such_moderator');
    expect((await handOver(other, id, manager.id)).status).toBe(200);
    expect((await handOver(manager, id, 'anybody')).status).toBe(200);
    expect(await decide(admin, id, { action: 'suspend', reason: 'spam', until: tomorrow() })).toBe('done');
    const [decision] = await decisionsOf(author);
    await author.call(contract.createAppeal, { body: { decisionId: decision!.id, text: 'Please look again.' } });
    const { id: appealId } = await caseOf(other, postId, true);
    expect(codeOf(await handOver(admin, appealId, 'anybody'))).toBe('moderation.own_decision');
    const second = await join('manager');
    expect(codeOf(await handOver(other, appealId, second.id))).toBe('moderation.no_such_moderator');
  });

  test('a moderator whom the author blocked', async () => {
    const { manager, author, postId, id } = await scene();
    await author.call(block, { params: { userId: manager.id } });
    expect((await read(manager, id)).around).toMatchObject([{ content: 'Buy my cure', author: { id: author.id } }]);
    expect(await decide(manager, id, remove)).toBe('done');
    expect((await author.call(getPost, { params: { id: postId } })).status).toBe(404);
  });
});

describe('what is decided about a member', () => {
  test('a flag holds what they write from then on; unflagging ends it', async () => {
    const { admin, author, id } = await scene();
    expect(await decide(admin, id, { action: 'flag', reason: 'harassment' })).toBe('done');
    const held = (await author.call(createPost, { body: { content: 'Again' } })).body;
    expect(held.isAwaitingReview).toBe(true);
    const waiting = await caseOf(admin, held.id);
    expect((await read(admin, waiting.id)).can.actions).toEqual(['approve', 'remove', 'warn', 'unflag', 'suspend']);
    expect(await decide(admin, waiting.id, { action: 'unflag' })).toBe('done');
    expect((await community.current.findUser(author.id))?.isFlagged).toBe(false);
  });

  test('a suspension, with what led to it taken down: they read why, appeal, and are back when it is reversed', async () => {
    const { admin, author, postId, id } = await scene();
    const body = { action: 'suspend', reason: 'harassment', note: 'Rest a day.', until: tomorrow(), removes: true };
    expect(await decide(admin, id, body)).toBe('done');
    expect((await author.call(getPost, { params: { id: postId } })).status).toBe(403);
    const decisions = await decisionsOf(author);
    expect(decisions).toMatchObject([{ action: 'suspend', until: body.until }, { action: 'remove' }]);
    const appealed = { decisionId: decisions[0]!.id, text: 'That was not me.' };
    expect((await author.call(contract.createAppeal, { body: appealed })).status).toBe(201);
    const [manager, other] = [await join('manager'), await join('admin')];
    const appeal = (await queueOf(other)).find((each) => each.isAppeal && each.member?.id === author.id)!;
    // It is about a suspension: a manager is not asked.
    expect((await queueOf(manager)).map((each) => each.id)).not.toContain(appeal.id);
    expect(await decide(other, appeal.id, { action: 'reverse' })).toBe('done');
    expect((await author.call(getCurrentUser, {})).status).toBe(200);
    expect((await author.call(getPost, { params: { id: postId } })).status).toBe(404);
  });

  test('one suspension that is reversed leaves another one as it is', async () => {
    const { admin, author, reporter, id } = await scene();
    const other = await join('admin');
    const second = await share(author);
    await report(reporter, { subjectType: 'post', subjectId: second });
    const suspend = (caseId: string, until: string) =>
      decide(admin, caseId, { action: 'suspend', reason: 'harassment', until });
    const [first, last] = [inDays(20), inDays(3)];
    expect(await suspend(id, first)).toBe('done');
    expect(await suspend((await caseOf(admin, second)).id, last)).toBe('done');
    const suspendedUntil = async () =>
      (await community.current.findUser(author.id))?.suspendedUntil?.toISOString() ?? null;
    const reverse = async (until: string) => {
      const decision = (await decisionsOf(author)).find((each) => each.until === until)!;
      await author.call(contract.createAppeal, { body: { decisionId: decision.id, text: 'Please look again.' } });
      const appeal = (await queueOf(other)).find((each) => each.isAppeal && each.member?.id === author.id)!;
      expect(await decide(other, appeal.id, { action: 'reverse' })).toBe('done');
    };
    await reverse(last);
    expect(await suspendedUntil()).toBe(first);
    await reverse(first);
    expect(await suspendedUntil()).toBeNull();
  });

  test('a flag that was set again later stays when the first one is reversed', async () => {
    const { admin, author, reporter, id } = await scene();
    const other = await join('admin');
    expect(await decide(admin, id, { action: 'flag', reason: 'spam' })).toBe('done');
    const [first] = await decisionsOf(author);
    const held = await share(author);
    expect(await decide(admin, (await caseOf(admin, held)).id, { action: 'unflag' })).toBe('done');
    await report(reporter, { subjectType: 'member', subjectId: author.id });
    const again = await caseOf(admin, author.id);
    expect(await decide(admin, again.id, { action: 'flag', reason: 'hate' })).toBe('done');
    await author.call(contract.createAppeal, { body: { decisionId: first!.id, text: 'Please look again.' } });
    const appeal = (await queueOf(other)).find((each) => each.isAppeal && each.member?.id === author.id)!;
    expect(await decide(other, appeal.id, { action: 'reverse' })).toBe('done');
    expect((await community.current.findUser(author.id))?.isFlagged).toBe(true);
  });

  test('is told by mail, too, with the guideline and nothing of who reported or decided', async () => {
    const { manager, author, id } = await scene();
    await decide(manager, id, { ...remove, note: 'No cures here, please.' });
    const mail = (await community.current.mails()).find(({ to }) => to === author.email);
    for (const words of ['advertising, recruiting', 'No cures here, please.', '/decisions'])
      expect(mail!.text.replaceAll(/=?\s+/g, ' ')).toContain(words);
    expect(mail!.text).not.toContain('Robin');
    expect(JSON.stringify(await decisionsOf(author))).not.toContain(manager.id);
  });

  test('can be appealed for 30 days, and is upheld by another', async () => {
    const { manager, admin, author, id } = await scene();
    await decide(manager, id, { action: 'warn', reason: 'be_kind' });
    const [warning] = await decisionsOf(author);
    const { db } = community.current;
    const age = (days: number) =>
      db.$client.query('UPDATE moderation_decisions SET created_at = now() - make_interval(days => $2) WHERE id = $1', [
        warning!.id,
        days,
      ]);
    const appeal = () =>
      author.call(contract.createAppeal, { body: { decisionId: warning!.id, text: 'Please look again.' } });
    await age(31);
    expect(codeOf(await appeal())).toBe('moderation.no_appeal');
    await age(29);
    const answers = await Promise.all([appeal(), appeal(), appeal()]);
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    expect(answers.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(2);
    const { id: appealId } = (await queueOf(admin)).find((each) => each.isAppeal && each.member?.id === author.id)!;
    expect(await decide(admin, appealId, { action: 'uphold', note: 'We looked at it again.' })).toBe('done');
    expect(await decisionsOf(author)).toMatchObject([
      { appeal: { outcome: 'upheld', answer: 'We looked at it again.', isRestored: false } },
    ]);
  });
});

describe('what was reported', () => {
  test('a member: the messages that were shared are read, with their photos, and nothing else', async () => {
    const [ana, eli, manager] = [await join(), await join(), await join('manager')];
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
    const found = await read(manager, (await caseOf(manager, eli.id)).id);
    expect(found.reports[0]!.quotes).toMatchObject([{ title: 'Robin Field' }, { content: 'Look at this' }]);
    expect(JSON.stringify(found)).not.toContain('Between us');
    expect((await manager.send('GET', found.reports[0]!.quotes[1]!.photoUrl!)).status).toBe(200);
    expect(found.can.actions).toEqual(['dismiss', 'warn']);
  });

  test('a post: the content warning above it is read, too, and held with it', async () => {
    const [flagged, reporter, manager] = [
      await community.current.member({ isFlagged: true }),
      await join(),
      await join('manager'),
    ];
    const body = { content: 'A quiet day', contentWarning: 'Eli is a liar' };
    const { id } = (await flagged.call(createPost, { body })).body;
    const held = await caseOf(manager, id);
    const before = await read(manager, held.id);
    const words = { title: 'Content warning: Eli is a liar', content: 'A quiet day' };
    expect(before.around).toMatchObject([words]);
    await flagged.call(updatePost, { params: { id }, body: { ...body, contentWarning: 'Eli is worse' } });
    const { version } = before;
    expect(await decide(manager, held.id, { action: 'approve', version })).toBe('moderation.changed_meanwhile');
    expect(await decide(manager, held.id, { action: 'approve' })).toBe('done');
    await report(reporter, { subjectType: 'post', subjectId: id });
    const reported = await read(manager, (await caseOf(manager, id)).id);
    expect(reported.reports[0]!.quotes).toMatchObject([{ ...words, title: 'Content warning: Eli is worse' }]);
  });

  test('a message: it is taken down for both, and comes back with its words', async () => {
    const [ana, eli, manager, admin] = [await join(), await join(), await join('manager'), await join('admin')];
    const { id } = (await eli.call(sendMessage, { body: { receiverId: ana.id, content: 'You will see' } })).body;
    await report(ana, { subjectType: 'message', subjectId: id, reason: 'harassment' });
    expect(await decide(manager, (await caseOf(manager, id)).id, { action: 'remove', reason: 'harassment' })).toBe(
      'done',
    );
    expect([await readBy(ana, eli), await readBy(eli, ana)]).toEqual([[['', true]], [['', true]]]);
    const [decision] = await decisionsOf(eli);
    await eli.call(contract.createAppeal, { body: { decisionId: decision!.id, text: 'We were joking.' } });
    await decide(admin, (await caseOf(admin, id, true)).id, { action: 'reverse' });
    expect(await readBy(ana, eli)).toEqual([['You will see', false]]);
  });

  test('no moderator takes down a message that nobody reported', async () => {
    const [ana, eli, admin] = [await join(), await join(), await join('admin')];
    const { id } = (await eli.call(sendMessage, { body: { receiverId: ana.id, content: 'Between us' } })).body;
    const body = { subjectType: 'message', subjectId: id, reason: 'spam' };
    expect((await admin.send('POST', '/api/moderation/removals', { body })).status).toBe(400);
  });

  test('a post takes the points of its comments along, and brings those back that were there', async () => {
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
    await decide(manager, id, remove);
    expect(await scores()).toEqual([0, 0]);
    const [decision] = await decisionsOf(author);
    await author.call(contract.createAppeal, { body: { decisionId: decision!.id, text: 'Please look again.' } });
    await decide(admin, (await caseOf(admin, postId, true)).id, { action: 'reverse' });
    expect(await scores()).toEqual([1, 1]);
    expect((await author.call(getPost, { params: { id: postId } })).body.commentsCount).toBe(1);
    // And once more: what is given again can be taken back again.
    await author.call(deletePost, { params: { id: postId } });
    expect(await scores()).toEqual([0, 0]);
    expect(await findWrongFigures(community.current.db)).toEqual([]);
  });

  test('what a moderator deletes on the spot goes the same way, and closes the case', async () => {
    const { manager, reporter, author, postId } = await scene();
    expect((await manager.call(deletePost, { params: { id: postId }, query: { reason: 'No cures.' } })).status).toBe(
      204,
    );
    expect([await statesOf(reporter), await caseOf(manager, postId)]).toEqual([['closed'], undefined]);
    expect(await decisionsOf(author)).toMatchObject([{ action: 'remove', reason: null, note: 'No cures.' }]);
  });

  test('a manager deletes an admin’s post on the spot, also where the case about it is not theirs to decide', async () => {
    const { manager, admin, reporter, author, postId, id } = await scene('admin');
    expect(await decide(manager, id, remove)).toBe('moderation.outranked');
    const removal = await manager.call(deletePost, { params: { id: postId }, query: { reason: 'No cures.' } });
    expect(removal.status).toBe(204);
    expect([await statesOf(reporter), await caseOf(admin, postId)]).toEqual([['closed'], undefined]);
    expect(await decisionsOf(author)).toMatchObject([{ action: 'remove', note: 'No cures.' }]);
  });

  test.for([
    ['win', '/api/wellness-wins'],
    ['note', '/api/gratitude-posts'],
    ['recommendation', '/api/recommendations'],
  ] as const)('an admin’s %s is deleted by a manager as by its author', async ([kind, path]) => {
    const [author, manager] = [await join('admin'), await join('manager')];
    const { id } = await writeOne[kind]!(community.current, author);
    expect((await manager.send('DELETE', `${path}/${id}`)).status).toBe(204);
    expect(await decisionsOf(author)).toMatchObject([{ action: 'remove', subjectType: kind }]);
  });

  test('an admin’s comment is deleted by a manager as by its author', async () => {
    const { manager, admin, postId: id } = await scene();
    const { body: comment } = await admin.call(createComment, { params: { id }, body: { content: 'Buy mine' } });
    expect((await manager.call(deleteComment, { params: { id, commentId: comment.id } })).status).toBe(204);
    expect(await decisionsOf(admin)).toMatchObject([{ action: 'remove', subjectType: 'comment' }]);
  });

  test.for(['manager', 'admin'] as const)('no %s takes down their own words as a moderator', async (role) => {
    const moderator = await join(role);
    const body = { subjectType: 'post', subjectId: await share(moderator), reason: 'spam' } as const;
    const refused = await moderator.call(contract.removeAsModerator, { body });
    expect([refused.status, codeOf(refused)]).toEqual([403, 'moderation.about_you']);
    expect((await moderator.call(getPost, { params: { id: body.subjectId } })).status).toBe(200);
  });
});

test('every moderator hears that there is something, and counts what is theirs to decide', async () => {
  const [ana, ben, manager] = [await join(), await join(), await join('manager')];
  const count = async () => (await manager.call(contract.countCases, {})).body.count;
  const [live, others] = [await community.current.connect(manager), await community.current.connect(ana)];
  const before = await count();
  const postId = await share(ben);
  await report(ana, { subjectType: 'post', subjectId: postId });
  const { id } = await caseOf(manager, postId);
  expect(await live.next('moderation.changed')).toEqual({ type: 'moderation.changed', caseId: id });
  expect(await count()).toBe(before + 1);
  await claim(manager, id);
  expect(await others.next('report.changed')).toMatchObject({ type: 'report.changed' });
  await decide(manager, id, remove);
  expect(await count()).toBe(before);
  for (const client of [live, others]) client.close();
});

test('a moderator hears nothing of a case about themselves', async () => {
  const [ana, about, other] = [await join(), await join('manager'), await join('manager')];
  const postId = await share(about);
  const [theirs, live] = [await community.current.connect(about), await community.current.connect(other)];
  await report(ana, { subjectType: 'post', subjectId: postId });
  const { id } = await caseOf(other, postId);
  await claim(other, id);
  await handOver(other, id, 'anybody');
  await decide(other, id, { action: 'dismiss' });
  for (const _ of ['reported', 'claimed', 'handed over', 'decided'])
    expect(await live.next('moderation.changed')).toEqual({ type: 'moderation.changed', caseId: id });
  // What comes after it has come, so that nothing is on its way.
  await about.call(createPost, { body: { content: 'A quiet day' } });
  await theirs.next('post.created');
  expect(theirs.untaken).not.toContain('moderation.changed');
  for (const client of [theirs, live]) client.close();
});

test('what the version before took reports of is in the queue within the hour', async () => {
  const { admin, postId, id } = await scene();
  const { db, jobs } = community.current;
  await db.$client.query('DELETE FROM moderation_cases WHERE id = $1', [id]);
  expect(await caseOf(admin, postId)).toBeUndefined();
  await jobs.find((job) => job.name === 'reports-without-case')!.run();
  expect(await caseOf(admin, postId)).toMatchObject({ reportsCount: 1, reason: 'spam' });
});
