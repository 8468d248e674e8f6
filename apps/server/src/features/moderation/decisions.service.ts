import {
  type ActionInput,
  actionsAgainst,
  type ModerationAction,
  moderationLimits,
} from '@commons/contract/moderation';
import { and, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { Contribution } from '../../platform/contributions.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { type Database, onlyRow } from '../../platform/database/database.ts';
import type { Transact, UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Kit, Moderated, Moderation } from '../../platform/feature.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { setFlag, suspendMember } from '../members/index.ts';
import { answerAppeal } from './appeals.answering.ts';
import { type CaseRow, openCaseOfStillHeld } from './cases.opening.ts';
import { closeCase, findOpenCase, getDecisionContext, getLockedCase } from './cases.service.ts';
import {
  daysAhead,
  type DecisionRow,
  decisionText,
  record,
  notifyMember,
  type DecisionReason,
} from './decisions.record.ts';
import { findModeratedMember } from './moderated-member.ts';
import { assertMayAct, moderationError } from './moderation.policy.ts';
import { moderationCases, moderationDecisions } from './moderation.tables.ts';
import { versionOf } from './quotes.ts';

type Subject = Pick<CaseRow, 'subjectType' | 'subjectId' | 'memberId'> & { caseId: string | null };
const isAgainst = (action: ModerationAction): boolean => (actionsAgainst as readonly string[]).includes(action);

/**
 * Decides a case. Locks the moderated content first and the case second, so a case is decided only once.
 *
 * @throws AppError when the case is already decided, or the viewer may not take this action.
 */
export async function decideCase(
  work: UnitOfWork,
  moderated: Kit['moderated'],
  viewer: Viewer,
  caseId: string,
  given: ActionInput,
): Promise<void> {
  const { subjectType, subjectId } = moderationCases;
  const [what] = await work.tx
    .select({ subjectType, subjectId })
    .from(moderationCases)
    .where(eq(moderationCases.id, caseId));
  if (!what) throw moderationError('moderation.case_not_found');
  const moderation = moderated.get(what.subjectType);
  const thing = await moderation?.find(work.tx, what.subjectId, true);
  const found = await getLockedCase(work.tx, viewer, caseId);
  const context = await getDecisionContext(work.tx, viewer, found, thing);
  assertMayAct(viewer, context, given.action);
  if (given.removes && !context.isThere) throw moderationError('moderation.already_gone');
  const leavesIt = given.action === 'approve' || given.action === 'dismiss';
  if (leavesIt && given.version !== undefined && given.version !== versionOf(thing))
    throw moderationError('moderation.changed_meanwhile');
  const until = given.until ? new Date(given.until) : null;
  if (
    given.action === 'suspend' &&
    (!until || until <= databaseNow() || until > daysAhead(moderationLimits.suspensionDays))
  )
    throw moderationError('moderation.until_not_ahead');

  const subject = { ...what, memberId: found.memberId, caseId };
  if (found.appealId) await answerAppeal(work, moderation, viewer, { found, context, appealId: found.appealId, given });
  else {
    const words = { reason: given.reason, note: given.note, until };
    const decided = { subject, isMemberThere: context.member !== undefined, words, thing };
    if (given.removes) await carryOut(work, moderation, viewer, { ...decided, action: 'remove' });
    await carryOut(work, moderation, viewer, { ...decided, action: given.action });
  }
  await closeCase(work, found);
  const isAnswered = ['approve', 'remove'].includes(given.action) || given.removes;
  if (context.isHeld && !isAnswered) await openCaseOfStillHeld(work, found);
}

type DecidedAction = {
  subject: Subject;
  /** False after the member has left: they are neither notified nor changed. */
  isMemberThere: boolean;
  action: ModerationAction;
  words: DecisionReason;
  thing: Moderated | undefined;
};

/** Carries out an action, stores the decision, and notifies the member. */
async function carryOut(
  work: UnitOfWork,
  moderation: Moderation | undefined,
  viewer: Viewer,
  { subject, isMemberThere, action, words, thing }: DecidedAction,
): Promise<DecisionRow> {
  const { subjectId, memberId } = subject;
  if (action === 'remove') await moderation?.remove(work, subjectId);
  if (action === 'approve') await moderation?.publish(work, subjectId);
  if (memberId !== null && isMemberThere)
    await changeMember(work, viewer, { memberId, action, words, caseId: subject.caseId });
  const decision = onlyRow(
    await work.tx
      .insert(moderationDecisions)
      .values({
        id: newId(),
        ...subject,
        decidedById: viewer.id,
        action,
        reason: words.reason ?? null,
        note: words.note ?? null,
        quote: thing?.quote ?? null,
        until: action === 'suspend' ? (words.until ?? null) : null,
        isTold: isAgainst(action) && isMemberThere,
        eraseAt: action === 'remove' ? daysAhead(moderationLimits.appealDays) : null,
        createdAt: databaseNow(),
      })
      .returning(),
  );
  await record(work, viewer, decision);
  if (decision.isTold) await notifyMember(work, decision);
  return decision;
}

async function changeMember(
  work: UnitOfWork,
  viewer: Viewer,
  change: { memberId: string; action: ModerationAction; words: DecisionReason; caseId: string | null },
): Promise<void> {
  const { memberId, action, words, caseId } = change;
  const by = { actorId: viewer.id, memberId, details: { caseId } };
  if (action === 'flag' || action === 'unflag') {
    const isDone = await setFlag(work, { ...by, isFlagged: action === 'flag' });
    // Another moderator made the same decision at the same time, in another case.
    if (!isDone) throw moderationError('moderation.action_not_here');
  }
  if (action === 'suspend' && words.until)
    await suspendMember(work, { ...by, until: words.until, reason: decisionText(words) });
}

/**
 * Removes another member's content without a report. Closes the open case about it, if there is one. Any moderator may
 * do this, even to an admin's content.
 */
export async function removeDirectly(
  work: UnitOfWork,
  moderation: Moderation,
  viewer: Viewer,
  { subjectType, subjectId, ...words }: Pick<CaseRow, 'subjectType' | 'subjectId'> & DecisionReason,
): Promise<DecisionRow> {
  const thing = await moderation.find(work.tx, subjectId, true);
  if (!thing || thing.isRemoved) throw moderationError('moderation.already_gone');
  if (thing.authorId === viewer.id) throw moderationError('moderation.about_you');
  const found = await findOpenCase(work.tx, subjectType, subjectId);
  const subject = { subjectType, subjectId, memberId: thing.authorId, caseId: found?.id ?? null };
  const isMemberThere = (await findModeratedMember(work.tx, thing.authorId)) !== undefined;
  const decision = await carryOut(work, moderation, viewer, { subject, isMemberThere, action: 'remove', words, thing });
  if (found) await closeCase(work, found);
  return decision;
}

/** Turns a moderator's deletion of another member's contribution into a decision with the right to appeal. */
export async function removeContribution(
  work: UnitOfWork,
  { contribution, moderator, note }: { contribution: Contribution; moderator: Viewer; note: string | null },
): Promise<void> {
  const { kind, id } = contribution;
  if (kind.moderation === 'none') throw new Error(`contributions of kind ${kind.name} are not moderated`);
  await removeDirectly(work, kind.moderation, moderator, {
    subjectType: kind.name as CaseRow['subjectType'],
    subjectId: id,
    note,
  });
}

const maxErasedPerRun = 100;

/** Erases removed content after the appeal period. Returns the number of decisions processed. */
export async function eraseRemoved(db: Database, transact: Transact, moderated: Kit['moderated']): Promise<number> {
  const isDue = and(isNotNull(moderationDecisions.eraseAt), lte(moderationDecisions.eraseAt, sql`now()`));
  const due = await db.select().from(moderationDecisions).where(isDue).limit(maxErasedPerRun);
  for (const { id, subjectType, subjectId } of due)
    await transact(async (work) => {
      const moderation = moderated.get(subjectType);
      await moderation?.find(work.tx, subjectId, true);
      // A new appeal may have cleared `eraseAt` since.
      const taken = await work.tx
        .update(moderationDecisions)
        .set({ eraseAt: null })
        .where(and(eq(moderationDecisions.id, id), isDue))
        .returning({ id: moderationDecisions.id });
      if (taken.length > 0) await moderation?.erase(work, subjectId);
    });
  return due.length;
}
