import { deletePost, getPost } from '@commons/contract/feed/schemas';
import * as contract from '@commons/contract/moderation/schemas';
import { block } from '@commons/contract/profiles/schemas';
import { describe, expect, test } from 'vitest';
import {
  appealOf,
  caseOf,
  claimCase,
  decideCase,
  decisionsOf,
  edit,
  handOverCase,
  openScene,
  queueOf,
  readCase,
  removeAction,
  report,
  type Role,
  share,
  reportStatesOf,
  tomorrow,
} from '../../../test/cases.ts';
import { setUpCommunity } from '../../../test/community.ts';
import { codeOf } from '../../../test/problems.ts';

const community = setUpCommunity();

const createMember = (role: Role = 'user') => community.current.member({ role });
const scene = (role?: Role) => openScene(community.current, role);

describe('a case', () => {
  test('is decided only once when several moderators decide at the same time', async () => {
    const { admin, manager, id, author } = await scene();
    const outcomes = await Promise.all(
      [admin, manager, admin, manager].map((each) => decideCase(each, id, removeAction)),
    );
    expect(outcomes.toSorted()).toEqual(['done', ...Array.from({ length: 3 }, () => 'moderation.already_decided')]);
    expect(await decisionsOf(author)).toHaveLength(1);
  });

  test('belongs to the moderator who claimed it until the claim expires', async () => {
    const { admin, manager, id } = await scene();
    expect((await claimCase(manager, id)).body.claim?.moderator.id).toBe(manager.id);
    expect(codeOf(await claimCase(admin, id))).toBe('moderation.claimed');
    expect(await decideCase(admin, id, removeAction)).toBe('moderation.claimed');
    expect(codeOf(await handOverCase(admin, id, 'anybody'))).toBe('moderation.claimed');
    await community.current.db.$client.query(
      "UPDATE moderation_cases SET claimed_until = now() - interval '1 s' WHERE id = $1",
      [id],
    );
    expect((await claimCase(admin, id)).body.claim?.moderator.id).toBe(admin.id);
    expect(await decideCase(manager, id, removeAction)).toBe('moderation.claimed');
    expect(await decideCase(admin, id, { action: 'dismiss' })).toBe('done');
  });

  test('can be handed over to one moderator, back to all, or to the admins', async () => {
    const { admin, manager, author, id } = await scene();
    await claimCase(manager, id);
    expect(codeOf(await handOverCase(manager, id, author.id))).toBe('moderation.no_such_moderator');
    expect((await handOverCase(manager, id, admin.id)).body).toMatchObject({
      handOverNote: 'I know them.',
      claim: { moderator: { id: admin.id } },
    });
    expect(await decideCase(manager, id, removeAction)).toBe('moderation.claimed');
    expect((await handOverCase(admin, id, 'anybody')).body.claim).toBeNull();
    expect((await handOverCase(manager, id, 'admins')).body).toMatchObject({ needsAdmin: true });
    expect((await queueOf(manager)).map((each) => each.id)).not.toContain(id);
    expect(await decideCase(manager, id, removeAction)).toBe('moderation.admins_only');
    expect(await decideCase(admin, id, removeAction)).toBe('done');
  });

  test('that is dismissed changes nothing, and a later report opens a new case', async () => {
    const { manager, reporter, author, postId, id } = await scene();
    expect(await decideCase(manager, id, { action: 'dismiss' })).toBe('done');
    expect([await reportStatesOf(reporter), await decisionsOf(author)]).toEqual([['closed'], []]);
    expect((await reporter.call(getPost, { params: { id: postId } })).status).toBe(200);
    await report(await createMember(), { subjectType: 'post', subjectId: postId });
    expect((await caseOf(manager, postId)).id).not.toBe(id);
  });

  test('stays open when the author deletes the reported post, and can still be dismissed or lead to a warning', async () => {
    const { manager, author, postId, id } = await scene();
    await author.call(deletePost, { params: { id: postId } });
    const caseDetails = await readCase(manager, id);
    expect(caseDetails.reports[0]!.quotes[0]!.content).toBe('Buy my cure');
    expect([caseDetails.around, caseDetails.can.actions]).toEqual([[], ['dismiss', 'warn']]);
    expect(await decideCase(manager, id, removeAction)).toBe('moderation.already_gone');
    expect(await decideCase(manager, id, { action: 'warn', reason: 'spam' })).toBe('done');
    expect(await decisionsOf(author)).toMatchObject([{ action: 'warn', reason: 'spam' }]);
  });

  test('about a held post closes when its author deletes the post', async () => {
    const [flagged, manager] = [await community.current.member({ isFlagged: true }), await createMember('manager')];
    const postId = await share(flagged);
    expect(await caseOf(manager, postId)).toBeDefined();
    await flagged.call(deletePost, { params: { id: postId } });
    expect(await caseOf(manager, postId)).toBeUndefined();
  });

  test('is due at the earliest deadline of its reports', async () => {
    const { admin, postId } = await scene();
    const hoursLeft = async () => (Date.parse((await caseOf(admin, postId)).dueAt) - Date.now()) / 3_600_000;
    expect(await hoursLeft()).toBeCloseTo(72, 1);
    await report(await createMember(), { subjectType: 'post', subjectId: postId, reason: 'hate' });
    expect(await hoursLeft()).toBeCloseTo(24, 1);
    await report(await createMember(), { subjectType: 'post', subjectId: postId, reason: 'worried' });
    await report(await createMember(), { subjectType: 'post', subjectId: postId, reason: 'other' });
    expect(await hoursLeft()).toBeCloseTo(1, 1);
    expect(await caseOf(admin, postId)).toMatchObject({ reason: 'worried', reportsCount: 4 });
  });

  test('can be decided while ten members report it, and later reports open a new case', async () => {
    const { admin, postId, id } = await scene();
    const reporters = await Promise.all(Array.from({ length: 10 }, () => createMember()));
    await Promise.all([
      decideCase(admin, id, { action: 'dismiss' }),
      ...reporters.map((each) => report(each, { subjectType: 'post', subjectId: postId })),
    ]);
    const open = await caseOf(admin, postId);
    const states = (await Promise.all(reporters.map(reportStatesOf))).flat();
    expect(states.filter((state) => state === 'received')).toHaveLength(open?.reportsCount ?? 0);
  });
});

describe('a held post', () => {
  test('gets a new case after its author was warned, flagged, unflagged or suspended', async () => {
    const [flagged, admin] = [await community.current.member({ isFlagged: true }), await createMember('admin')];
    const postId = await share(flagged);
    const before = await caseOf(admin, postId);
    expect(await decideCase(admin, before.id, { action: 'unflag' })).toBe('done');
    const newCase = await caseOf(admin, postId);
    expect(newCase).toMatchObject({ isHeld: true, dueAt: before.dueAt, claim: null });
    expect(newCase.id).not.toBe(before.id);
    expect(await decideCase(admin, before.id, { action: 'approve' })).toBe('moderation.already_decided');
    const body = { action: 'warn', reason: 'spam', removes: true };
    expect(await decideCase(admin, newCase.id, body)).toBe('done');
    expect(await caseOf(admin, postId)).toBeUndefined();
  });
});

describe('content that was edited while a moderator read it', () => {
  test('cannot be approved in a version that the moderator has not read', async () => {
    const [flagged, admin] = [await community.current.member({ isFlagged: true }), await createMember('admin')];
    const postId = await share(flagged);
    const { id } = await caseOf(admin, postId);
    const { version } = await readCase(admin, id);
    await edit(flagged, postId, 'Much worse');
    expect(await decideCase(admin, id, { action: 'approve', version })).toBe('moderation.changed_meanwhile');
    expect((await (await createMember()).call(getPost, { params: { id: postId } })).status).toBe(404);
    const currentCase = await readCase(admin, id);
    expect(currentCase.around).toMatchObject([{ content: 'Much worse' }]);
    expect(await decideCase(admin, id, { action: 'approve', version: currentCase.version })).toBe('done');
  });

  test('cannot be dismissed but can still be removed', async () => {
    const { admin, author, postId, id } = await scene();
    const { version } = await readCase(admin, id);
    await edit(author, postId, 'Much worse');
    expect(await decideCase(admin, id, { action: 'dismiss', version })).toBe('moderation.changed_meanwhile');
    expect(await decideCase(admin, id, { ...removeAction, version })).toBe('done');
  });
});

describe('permission to decide', () => {
  test.for([
    ['a manager who removes content of a member', 'user', 'manager', removeAction, 'done'],
    [
      'a manager who suspends',
      'user',
      'manager',
      { action: 'suspend', reason: 'spam', until: tomorrow() },
      'moderation.admins_only',
    ],
    ['a manager who flags', 'user', 'manager', { action: 'flag', reason: 'spam' }, 'moderation.admins_only'],
    ['a manager who removes content of a manager', 'manager', 'manager', removeAction, 'done'],
    ['a manager who removes content of an admin', 'admin', 'manager', removeAction, 'moderation.outranked'],
    ['an admin who removes content of an admin', 'admin', 'admin', removeAction, 'done'],
    [
      'an admin who suspends an admin',
      'admin',
      'admin',
      { action: 'suspend', reason: 'spam', until: tomorrow() },
      'moderation.action_not_here',
    ],
    [
      'an admin who approves a post that is not held',
      'user',
      'admin',
      { action: 'approve' },
      'moderation.action_not_here',
    ],
    ['an admin who reverses without an appeal', 'user', 'admin', { action: 'reverse' }, 'moderation.action_not_here'],
    [
      'an admin who suspends for longer than allowed',
      'user',
      'admin',
      { action: 'suspend', reason: 'spam', until: '2099-01-01T00:00:00.000Z' },
      'moderation.until_not_ahead',
    ],
    ['a warning without a guideline', 'user', 'admin', { action: 'warn' }, 'request.invalid'],
    ['a dismissal that also removes', 'user', 'admin', { action: 'dismiss', removes: true }, 'request.invalid'],
  ] as const)('%s', async ([, authorRole, role, body, outcome]) => {
    const { manager, admin, id, author } = await scene(authorRole);
    expect(await decideCase(role === 'admin' ? admin : manager, id, body)).toBe(outcome);
    expect(await decisionsOf(author)).toHaveLength(outcome === 'done' ? 1 : 0);
  });

  test('a moderator cannot decide or see a case about themselves', async () => {
    const { author: manager, admin, id } = await scene('manager');
    expect((await queueOf(manager)).map((each) => each.id)).not.toContain(id);
    expect(codeOf(await manager.call(contract.getCase, { params: { id } }))).toBe('moderation.case_not_found');
    expect(await decideCase(manager, id, { action: 'dismiss' })).toBe('moderation.case_not_found');
    expect(await decideCase(admin, id, { action: 'dismiss' })).toBe('done');
  });

  test('a moderator cannot decide a case that they reported', async () => {
    const { manager, admin, postId, id } = await scene();
    await report(manager, { subjectType: 'post', subjectId: postId });
    expect((await readCase(manager, id)).can).toEqual({ actions: [], hindrance: 'moderation.own_report' });
    expect(codeOf(await claimCase(manager, id))).toBe('moderation.own_report');
    expect(await decideCase(manager, id, removeAction)).toBe('moderation.own_report');
    expect(await decideCase(admin, id, removeAction)).toBe('done');
  });

  test('a moderator cannot answer an appeal against a decision on their own report', async () => {
    const { manager, admin, author, postId, id } = await scene();
    await report(manager, { subjectType: 'post', subjectId: postId });
    await decideCase(admin, id, removeAction);
    const other = await createMember('admin');
    const { id: appealId } = await appealOf(author, other);
    expect(await decideCase(manager, appealId, { action: 'uphold' })).toBe('moderation.own_report');
    expect(await decideCase(other, appealId, { action: 'reverse' })).toBe('done');
  });

  test('a case can only be handed over to a moderator who may decide it', async () => {
    const { manager, admin, author, postId, id } = await scene('manager');
    await report(manager, { subjectType: 'post', subjectId: postId });
    expect(codeOf(await handOverCase(manager, id, manager.id))).toBe('moderation.own_report');
    // The refusal must not reveal whether another moderator reported it.
    const other = await createMember('admin');
    expect(codeOf(await handOverCase(other, id, author.id))).toBe('moderation.no_such_moderator');
    expect((await handOverCase(other, id, manager.id)).status).toBe(200);
    expect((await handOverCase(manager, id, 'anybody')).status).toBe(200);
    expect(await decideCase(admin, id, { action: 'suspend', reason: 'spam', until: tomorrow() })).toBe('done');
    const { id: appealId } = await appealOf(author, other);
    expect(codeOf(await handOverCase(admin, appealId, 'anybody'))).toBe('moderation.own_decision');
    const secondManager = await createMember('manager');
    expect(codeOf(await handOverCase(other, appealId, secondManager.id))).toBe('moderation.no_such_moderator');
  });

  test('a moderator can decide a case about an author who blocked them', async () => {
    const { manager, author, postId, id } = await scene();
    await author.call(block, { params: { userId: manager.id } });
    expect((await readCase(manager, id)).around).toMatchObject([{ content: 'Buy my cure', author: { id: author.id } }]);
    expect(await decideCase(manager, id, removeAction)).toBe('done');
    expect((await author.call(getPost, { params: { id: postId } })).status).toBe(404);
  });
});
