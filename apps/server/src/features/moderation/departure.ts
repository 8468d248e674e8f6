import { moderationLimits } from '@commons/contract/moderation';
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { DepartedMember, DepartureStep } from '../../community/feature.ts';
import { closeCase } from './cases.service.ts';
import { moderationAppeals, moderationCases, moderationDecisions } from './moderation.tables.ts';

/**
 * Matches open cases about a departed member. If their content is removed, these are all cases. Otherwise only cases
 * about the member and their appeals match.
 */
function isOpenAbout({ memberId, content }: DepartedMember) {
  const { subjectType, appealId, closedAt } = moderationCases;
  const isAboutThem = or(eq(subjectType, 'member'), isNotNull(appealId));
  return and(eq(moderationCases.memberId, memberId), isNull(closedAt), content === 'remove' ? undefined : isAboutThem);
}

/** Closes the open cases about a departed member, and deletes notes, quotes and appeals of the decisions about them. */
export const closeAndRedact: DepartureStep = async ({ db, transact }, departed) => {
  const openCases = await db.select({ id: moderationCases.id }).from(moderationCases).where(isOpenAbout(departed));
  // One case per transaction, to avoid deadlocks: removing a post locks several cases in a different order.
  for (const { id } of openCases)
    await transact(async (work) => {
      const [caseRow] = await work.tx
        .update(moderationCases)
        .set({ handOverNote: null })
        .where(and(eq(moderationCases.id, id), isOpenAbout(departed)))
        .returning();
      if (caseRow) await closeCase(work, caseRow);
    });
  await transact(async ({ tx }) => {
    const isAboutMember = eq(moderationDecisions.memberId, departed.memberId);
    const decisions = tx.select({ id: moderationDecisions.id }).from(moderationDecisions).where(isAboutMember);
    const isUnanswered = sql`${moderationDecisions.action} = 'remove' AND ${moderationDecisions.reversedAt} IS NULL AND EXISTS (
      SELECT FROM ${moderationAppeals}
      WHERE ${moderationAppeals.decisionId} = ${moderationDecisions.id} AND ${moderationAppeals.outcome} IS NULL)`;
    // Locks decisions before appeals, in the same order as answering an appeal. Content with an open appeal is erased
    // at the original deadline.
    await tx
      .update(moderationDecisions)
      .set({
        note: null,
        quote: null,
        eraseAt: sql`CASE WHEN ${isUnanswered}
          THEN ${moderationDecisions.createdAt} + make_interval(days => ${moderationLimits.appealDays})
          ELSE ${moderationDecisions.eraseAt} END`,
      })
      .where(isAboutMember);
    await tx.delete(moderationAppeals).where(inArray(moderationAppeals.decisionId, decisions));
  });
};
