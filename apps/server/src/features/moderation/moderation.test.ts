import * as contract from '@commons/contract/moderation/schemas';
import { createReport, listOwnReports } from '@commons/contract/reports/schemas';
import { asc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { caseOf, claimCase, decisionsOf, readCase } from '../../../test/cases.ts';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { createContribution, type CreatedContribution } from '../../../test/kinds.ts';
import { codeOf } from '../../../test/problems.ts';
import { features } from '../../app.ts';
import { auditLog } from '../../community/audit/audit.tables.ts';
import { findLedgerMismatches } from '../points/points.recount.ts';

const community = setUpCommunity();
let admin: Member;
let manager: Member;

beforeAll(async () => {
  admin = await community.current.member({ firstName: 'Ada', role: 'admin' });
  manager = await community.current.member({ firstName: 'Max', role: 'manager' });
});

const kinds = features
  .flatMap(({ contributions = [] }) => contributions)
  .flatMap(({ moderation, table, name, points }) =>
    moderation === 'none' || table === 'none' ? [] : [{ name, points, table }],
  );

const report = (member: Member, subjectType: string, subjectId: string, reason = 'harassment') =>
  member.call(createReport, { body: { subjectType, subjectId, reason } as never });

const decide = (moderator: Member, id: string, body: object) =>
  moderator.call(contract.decideCase, { params: { id }, body: body as never });
const stateOf = async (member: Member, subjectId: string) =>
  (await member.call(listOwnReports, {})).body.find((each) => each.subjectId === subjectId)?.state;
const appeal = (member: Member, decisionId: string, text = 'It was a joke between friends.') =>
  member.call(contract.createAppeal, { body: { decisionId, text } });
const sees = async (reader: Member, { id, list }: CreatedContribution) =>
  (await list(reader)).body.some((each) => each.id === id);
const scoreOf = async ({ id }: Member) => (await community.current.findUser(id))?.mindfulnessScore;
const auditOf = async (memberId: string) =>
  (
    await community.current.db
      .select({ actorId: auditLog.actorId, action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.memberId, memberId))
      .orderBy(asc(auditLog.id))
  ).map(({ actorId, action }) => [
    actorId === admin.id ? 'admin' : actorId === manager.id ? 'manager' : actorId,
    action,
  ]);

const write = async (kind: string, author: Member) => createContribution(kind, community.current, author);

describe.for(kinds)('a $name', ({ name, points, table }) => {
  test('is reported, removed with a reason, appealed, restored by another moderator, and audited', async () => {
    const [ana, ben, cleo] = await Promise.all([1, 2, 3].map(() => community.current.member()));
    const contribution = await write(name, ben!);
    expect(await scoreOf(ben!)).toBe(points);
    await report(ana!, name, contribution.id);
    await report(cleo!, name, contribution.id, 'danger');

    // Both reports are in one case, which does not name the reporters.
    const openCase = await caseOf(manager, contribution.id);
    expect(openCase).toMatchObject({
      subjectType: name,
      reportsCount: 2,
      reason: 'danger',
      isOpened: false,
      claim: null,
    });
    expect(Date.parse(openCase.dueAt) - Date.parse(openCase.createdAt)).toBeLessThanOrEqual(3_601_000);
    expect(await stateOf(ana!, contribution.id)).toBe('received');
    const claimResponse = await claimCase(manager, openCase.id);
    expect(claimResponse.status).toBe(200);
    expect(claimResponse.body.reports.map(({ quotes }) => quotes[0]!.content)).toEqual([
      contribution.text,
      contribution.text,
    ]);
    expect(claimResponse.body.around.find(({ isSubject }) => isSubject)).toMatchObject({ content: contribution.text });
    expect(claimResponse.body.can).toEqual({ actions: ['dismiss', 'remove', 'warn'], hindrance: null });
    for (const reporter of [ana!, cleo!]) expect(JSON.stringify(claimResponse.body)).not.toContain(reporter.id);
    expect([await stateOf(ana!, contribution.id), await stateOf(cleo!, contribution.id)]).toEqual([
      'looked_at',
      'looked_at',
    ]);

    // A removal requires a reason. Removed content is hidden from everybody, including its author and moderators.
    const tab = await community.current.connect(ben!);
    expect((await decide(manager, openCase.id, { action: 'remove' })).status).toBe(400);
    const body = { action: 'remove', reason: 'harassment', note: 'This hurt somebody.' };
    expect((await decide(manager, openCase.id, body)).status).toBe(204);
    expect(await Promise.all([ana!, ben!, manager].map((reader) => sees(reader, contribution)))).toEqual([
      false,
      false,
      false,
    ]);
    expect([await stateOf(ana!, contribution.id), await caseOf(manager, contribution.id)]).toEqual([
      'closed',
      undefined,
    ]);
    expect(await scoreOf(ben!)).toBe(0);

    // The author is notified and may appeal once.
    const [decision] = await decisionsOf(ben!);
    expect((await tab.next('decision.made')).decisionId).toBe(decision!.id);
    tab.close();
    expect(decision).toMatchObject({ ...body, subjectType: name, isNew: true, appeal: null });
    expect(decision!.quotes).toMatchObject([{ content: contribution.text }]);
    expect((await ben!.call(contract.countNewDecisions, {})).body).toEqual({ count: 1 });
    expect((await ben!.call(contract.seeDecisions, {})).status).toBe(204);
    expect((await ben!.call(contract.countNewDecisions, {})).body).toEqual({ count: 0 });
    expect((await appeal(ana!, decision!.id)).status).toBe(404);
    expect((await appeal(ben!, decision!.id)).status).toBe(201);
    expect((await appeal(ben!, decision!.id)).status).toBe(409);

    // Another moderator answers the appeal. The reversal restores the content and its point.
    expect(await caseOf(manager, contribution.id, true)).toBeUndefined();
    const appealCase = await caseOf(admin, contribution.id, true);
    expect(codeOf(await decide(manager, appealCase.id, { action: 'uphold' }))).toBe('moderation.own_decision');
    expect(await readCase(admin, appealCase.id)).toMatchObject({
      appeal: { text: 'It was a joke between friends.', decision: { action: 'remove', reason: 'harassment' } },
      can: { actions: ['uphold', 'reverse'] },
    });
    expect((await decide(admin, appealCase.id, { action: 'reverse', note: 'You are right.' })).status).toBe(204);
    expect(await Promise.all([ana!, ben!].map((reader) => sees(reader, contribution)))).toEqual([true, true]);
    expect(await scoreOf(ben!)).toBe(points);
    expect(await decisionsOf(ben!)).toMatchObject([
      { isNew: true, appealUntil: null, appeal: { outcome: 'reversed', answer: 'You are right.', isRestored: true } },
    ]);
    expect(await auditOf(ben!.id)).toEqual([
      ['manager', 'content.removed'],
      ['admin', 'appeal.reversed'],
    ]);
    expect(await findLedgerMismatches(community.current.db)).toEqual([]);
  });

  test('of a flagged member is hidden from other members until a moderator approves it', async () => {
    const [ana, flagged] = await Promise.all([
      community.current.member(),
      community.current.member({ isFlagged: true }),
    ]);
    const contribution = await write(name, flagged);
    expect(await Promise.all([ana, flagged].map((reader) => sees(reader, contribution)))).toEqual([false, true]);
    const held = await caseOf(manager, contribution.id);
    expect(held).toMatchObject({ isHeld: true, reportsCount: 0, reason: null });
    expect((await readCase(manager, held.id)).can.actions).toEqual(['approve', 'remove', 'warn']);
    expect(codeOf(await decide(manager, held.id, { action: 'dismiss' }))).toBe('moderation.action_not_here');
    expect((await decide(manager, held.id, { action: 'approve' })).status).toBe(204);
    expect(await sees(ana, contribution)).toBe(true);
    expect(await scoreOf(flagged)).toBe(points);
    expect(await auditOf(flagged.id)).toEqual([['manager', 'content.published']]);
    expect(await decisionsOf(flagged)).toEqual([]);
  });

  test('that is held and then removed is hidden, and its author is notified', async () => {
    const flagged = await community.current.member({ isFlagged: true });
    const contribution = await write(name, flagged);
    const held = await caseOf(manager, contribution.id);
    expect((await decide(manager, held.id, { action: 'remove', reason: 'spam' })).status).toBe(204);
    expect([await sees(flagged, contribution), await scoreOf(flagged)]).toEqual([false, 0]);
    const [decision] = await decisionsOf(flagged);
    await appeal(flagged, decision!.id);
    const appealCase = await caseOf(admin, contribution.id, true);
    expect((await decide(admin, appealCase.id, { action: 'reverse' })).status).toBe(204);
    // It is held again, visible only to its author.
    expect([await sees(flagged, contribution), await scoreOf(flagged)]).toEqual([true, 0]);
    expect(await caseOf(manager, contribution.id)).toMatchObject({ isHeld: true });
  });

  test('of an admin can be removed directly by a manager, and another admin answers the appeal', async () => {
    const [author, otherManager] = [
      await community.current.member({ role: 'admin' }),
      await community.current.member({ role: 'manager' }),
    ];
    const contribution = await write(name, author);
    const body = { subjectType: name as 'post', subjectId: contribution.id, reason: 'spam' } as const;
    expect((await manager.call(contract.removeAsModerator, { body })).status).toBe(201);
    expect(await sees(author, contribution)).toBe(false);
    const [decision] = await decisionsOf(author);
    expect((await appeal(author, decision!.id)).status).toBe(201);
    const appealCase = await caseOf(admin, contribution.id, true);
    const rejection = await decide(otherManager, appealCase.id, { action: 'uphold' });
    expect([rejection.status, codeOf(rejection)]).toEqual([403, 'moderation.outranked']);
    expect((await decide(admin, appealCase.id, { action: 'reverse' })).status).toBe(204);
    expect(await sees(author, contribution)).toBe(true);
  });

  test('that was removed is erased after the appeal period', async () => {
    const ben = await community.current.member();
    const contribution = await write(name, ben);
    const body = { subjectType: name as 'post', subjectId: contribution.id, reason: 'spam' } as const;
    const removed = await manager.call(contract.removeAsModerator, { body });
    expect(removed).toMatchObject({ status: 201, body: { action: 'remove', reason: 'spam' } });
    expect(codeOf(await manager.call(contract.removeAsModerator, { body }))).toBe('moderation.already_gone');
    const { db, jobs } = community.current;
    const erase = () => jobs.find((job) => job.name === 'removed-contributions')!.run();
    const countRows = () => db.$count(table, eq(table.id, contribution.id));
    await erase();
    expect(await countRows()).toBe(1);
    await db.$client.query("UPDATE moderation_decisions SET erase_at = now() - interval '1 s' WHERE id = $1", [
      removed.body.id,
    ]);
    await erase();
    expect(await countRows()).toBe(0);
  });
});
