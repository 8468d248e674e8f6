import { moderationLimits } from '@commons/contract/moderation';
import type { ActionInput } from '@commons/contract/moderation/schemas';
import { and, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Moderation } from '../../community/feature.ts';
import { suspendMember, removeFlagOfCase, unsuspendMember } from '../../community/members/index.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { onlyRow } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import type { CaseRow } from './cases.opening.ts';
import { daysAhead, type DecisionRow, decisionText, recordDecision, notifyMember } from './decisions.record.ts';
import type { DecisionContext } from './moderation.policy.ts';
import { moderationAppeals, moderationDecisions } from './moderation.tables.ts';

type AppealAnswer = { caseRow: CaseRow; context: DecisionContext; appealId: string; input: ActionInput };

/** Answers an appeal. Undoes a reversed decision as far as possible: removed content comes back. */
export async function answerAppeal(
  work: UnitOfWork,
  moderation: Moderation | undefined,
  viewer: Viewer,
  { caseRow, context, appealId, input }: AppealAnswer,
): Promise<void> {
  const isReversed = input.action === 'reverse';
  const isAppeal = eq(moderationAppeals.id, appealId);
  const appealed = work.tx.select({ id: moderationAppeals.decisionId }).from(moderationAppeals).where(isAppeal);
  const isAppealed = inArray(moderationDecisions.id, appealed);
  const decision = onlyRow(await work.tx.select().from(moderationDecisions).where(isAppealed).for('update'));
  const isRestored = isReversed && (await undoDecision(work, moderation, viewer, decision, context));
  const now = databaseNow();
  await work.tx
    .update(moderationAppeals)
    .set({ outcome: isReversed ? 'reversed' : 'upheld', answer: input.note ?? null, isRestored, decidedAt: now })
    .where(isAppeal);
  await work.tx
    .update(moderationDecisions)
    .set({
      seenAt: null,
      reversedAt: isReversed ? now : null,
      eraseAt:
        decision.action === 'remove' && !isReversed ? daysAhead(moderationLimits.appealDays, decision.createdAt) : null,
    })
    .where(eq(moderationDecisions.id, decision.id));
  const answer = onlyRow(
    await work.tx
      .insert(moderationDecisions)
      .values({
        id: newId(),
        subjectType: decision.subjectType,
        subjectId: decision.subjectId,
        memberId: decision.memberId,
        caseId: caseRow.id,
        decidedById: viewer.id,
        action: input.action,
        note: input.note ?? null,
        isTold: false,
        createdAt: now,
      })
      .returning(),
  );
  await recordDecision(work, viewer, answer);
  if (context.member) await notifyMember(work, { ...decision, action: input.action });
}

/** Undoes a reversed decision. Returns whether removed content was restored. */
async function undoDecision(
  work: UnitOfWork,
  moderation: Moderation | undefined,
  viewer: Viewer,
  { action, subjectId, memberId, quote, id: decisionId, caseId }: DecisionRow,
  { member }: DecisionContext,
): Promise<boolean> {
  if (action === 'remove' && quote) return (await moderation?.restore(work, subjectId, quote)) ?? false;
  if (memberId === null || !member) return false;
  const change = { actorId: viewer.id, memberId, details: { decisionId } };
  const other = await findOtherActiveDecision(work, { id: decisionId, action, memberId });
  // A later decision of the same kind stays in force.
  if (other && other.id > decisionId) return false;
  if (action === 'flag') await removeFlagOfCase(work, { ...change, caseId });
  if (action === 'suspend')
    await (other?.until
      ? suspendMember(work, { ...change, until: other.until, reason: decisionText(other) })
      : unsuspendMember(work, change));
  return false;
}

/** Returns the latest other decision of this kind about the member that is neither reversed nor expired. */
async function findOtherActiveDecision(
  { tx }: UnitOfWork,
  { id, action, memberId }: Pick<DecisionRow, 'id' | 'action'> & { memberId: string },
): Promise<DecisionRow | undefined> {
  const table = moderationDecisions;
  const isSameKind = and(eq(table.memberId, memberId), eq(table.action, action), ne(table.id, id));
  const isActive = and(isNull(table.reversedAt), or(isNull(table.until), gt(table.until, sql`now()`)));
  const [latest] = await tx
    .select()
    .from(table)
    .where(and(table.isTold, isSameKind, isActive))
    .orderBy(desc(table.id))
    .limit(1);
  return latest;
}
