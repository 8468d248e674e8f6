import { actionsAgainstMember, moderationLimits } from '@commons/contract/moderation';
import type { ActionInput, ModerationAction } from '@commons/contract/moderation/schemas';
import { and, eq, isNotNull, lte, sql } from 'drizzle-orm';
import type { Contribution } from '../../community/contributions/contribution-events.ts';
import type { ModeratedItem, Moderation } from '../../community/feature.ts';
import { setFlag, suspendMember } from '../../community/members/index.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { type Database, onlyRow } from '../../platform/database/database.ts';
import type { Transact, UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { answerAppeal } from './appeals.answering.ts';
import { type CaseRow, reopenHeldCase } from './cases.opening.ts';
import { closeCase, findModeratedMember, findOpenCase, getDecisionContext, getLockedCase } from './cases.service.ts';
import {
  daysAhead,
  type DecisionRow,
  decisionText,
  recordDecision,
  notifyMember,
  type DecisionReason,
} from './decisions.record.ts';
import { assertMayAct, moderationError } from './moderation.policy.ts';
import { moderationCases, moderationDecisions } from './moderation.tables.ts';
import { versionOf } from './quotes.ts';

type Subject = Pick<CaseRow, 'subjectType' | 'subjectId' | 'memberId'> & { caseId: string | null };
const isAgainst = (action: ModerationAction): boolean => (actionsAgainstMember as readonly string[]).includes(action);

/**
 * Decides a case. Locks the moderated content first and the case second, so a case is decided only once.
 *
 * @throws AppError when the case is already decided, or the viewer may not take this action.
 */
export async function decideCase(
  work: UnitOfWork,
  moderated: ReadonlyMap<string, Moderation>,
  viewer: Viewer,
  caseId: string,
  input: ActionInput,
): Promise<void> {
  const { subjectType, subjectId } = moderationCases;
  const [caseSubject] = await work.tx
    .select({ subjectType, subjectId })
    .from(moderationCases)
    .where(eq(moderationCases.id, caseId));
  if (!caseSubject) throw moderationError('moderation.case_not_found');
  const moderation = moderated.get(caseSubject.subjectType);
  const content = await moderation?.find(work.tx, caseSubject.subjectId, true);
  const caseRow = await getLockedCase(work.tx, viewer, caseId);
  const context = await getDecisionContext(work.tx, viewer, caseRow, content);
  assertMayAct(viewer, context, input.action);
  if (input.removes && !context.isPresent) throw moderationError('moderation.already_gone');
  const keepsContent = input.action === 'approve' || input.action === 'dismiss';
  if (keepsContent && input.version !== undefined && input.version !== versionOf(content))
    throw moderationError('moderation.changed_meanwhile');
  const until = input.until ? new Date(input.until) : null;
  if (
    input.action === 'suspend' &&
    (!until || until <= databaseNow() || until > daysAhead(moderationLimits.suspensionDays))
  )
    throw moderationError('moderation.until_not_ahead');

  const subject = { ...caseSubject, memberId: caseRow.memberId, caseId };
  if (caseRow.appealId)
    await answerAppeal(work, moderation, viewer, { caseRow, context, appealId: caseRow.appealId, input });
  else {
    const details = { reason: input.reason, note: input.note, until };
    const actionBase = { subject, memberExists: context.member !== undefined, details, content };
    if (input.removes) await applyAction(work, moderation, viewer, { ...actionBase, action: 'remove' });
    await applyAction(work, moderation, viewer, { ...actionBase, action: input.action });
  }
  await closeCase(work, caseRow);
  const settlesReview = ['approve', 'remove'].includes(input.action) || input.removes;
  if (context.isHeld && !settlesReview) await reopenHeldCase(work, caseRow);
}

type DecidedAction = {
  subject: Subject;
  /** False after the member has left: they are neither notified nor changed. */
  memberExists: boolean;
  action: ModerationAction;
  details: DecisionReason;
  content: ModeratedItem | undefined;
};

/** Carries out an action, stores the decision, and notifies the member. */
async function applyAction(
  work: UnitOfWork,
  moderation: Moderation | undefined,
  viewer: Viewer,
  { subject, memberExists, action, details, content }: DecidedAction,
): Promise<DecisionRow> {
  const { subjectId, memberId } = subject;
  if (action === 'remove') await moderation?.remove(work, subjectId);
  if (action === 'approve') await moderation?.publish(work, subjectId);
  if (memberId !== null && memberExists)
    await changeMember(work, viewer, { memberId, action, details, caseId: subject.caseId });
  const decision = onlyRow(
    await work.tx
      .insert(moderationDecisions)
      .values({
        id: newId(),
        ...subject,
        decidedById: viewer.id,
        action,
        reason: details.reason ?? null,
        note: details.note ?? null,
        quote: content?.quote ?? null,
        until: action === 'suspend' ? (details.until ?? null) : null,
        isTold: isAgainst(action) && memberExists,
        eraseAt: action === 'remove' ? daysAhead(moderationLimits.appealDays) : null,
        createdAt: databaseNow(),
      })
      .returning(),
  );
  await recordDecision(work, viewer, decision);
  if (decision.isTold) await notifyMember(work, decision);
  return decision;
}

async function changeMember(
  work: UnitOfWork,
  viewer: Viewer,
  change: { memberId: string; action: ModerationAction; details: DecisionReason; caseId: string | null },
): Promise<void> {
  const { memberId, action, details, caseId } = change;
  const statusChange = { actorId: viewer.id, memberId, details: { caseId } };
  if (action === 'flag' || action === 'unflag') {
    const isChanged = await setFlag(work, { ...statusChange, isFlagged: action === 'flag' });
    // Another moderator made the same decision at the same time, in another case.
    if (!isChanged) throw moderationError('moderation.action_not_here');
  }
  if (action === 'suspend' && details.until)
    await suspendMember(work, { ...statusChange, until: details.until, reason: decisionText(details) });
}

/**
 * Removes another member's content without a report. Closes the open case about it, if there is one. Any moderator may
 * do this, even to an admin's content.
 */
export async function removeDirectly(
  work: UnitOfWork,
  moderation: Moderation,
  viewer: Viewer,
  { subjectType, subjectId, ...details }: Pick<CaseRow, 'subjectType' | 'subjectId'> & DecisionReason,
): Promise<DecisionRow> {
  const content = await moderation.find(work.tx, subjectId, true);
  if (!content || content.isRemoved) throw moderationError('moderation.already_gone');
  if (content.authorId === viewer.id) throw moderationError('moderation.about_you');
  const caseRow = await findOpenCase(work.tx, subjectType, subjectId);
  const subject = { subjectType, subjectId, memberId: content.authorId, caseId: caseRow?.id ?? null };
  const memberExists = (await findModeratedMember(work.tx, content.authorId)) !== undefined;
  const decision = await applyAction(work, moderation, viewer, {
    subject,
    memberExists,
    action: 'remove',
    details,
    content,
  });
  if (caseRow) await closeCase(work, caseRow);
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
export async function eraseRemovedContent(
  db: Database,
  transact: Transact,
  moderated: ReadonlyMap<string, Moderation>,
): Promise<number> {
  const isDue = and(isNotNull(moderationDecisions.eraseAt), lte(moderationDecisions.eraseAt, sql`now()`));
  const dueDecisions = await db.select().from(moderationDecisions).where(isDue).limit(maxErasedPerRun);
  for (const { id, subjectType, subjectId } of dueDecisions)
    await transact(async (work) => {
      const moderation = moderated.get(subjectType);
      await moderation?.find(work.tx, subjectId, true);
      // A new appeal may have cleared `eraseAt` since.
      const claimed = await work.tx
        .update(moderationDecisions)
        .set({ eraseAt: null })
        .where(and(eq(moderationDecisions.id, id), isDue))
        .returning({ id: moderationDecisions.id });
      if (claimed.length > 0) await moderation?.erase(work, subjectId);
    });
  return dueDecisions.length;
}
