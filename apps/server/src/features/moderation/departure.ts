import { moderationLimits } from '@commons/contract/moderation';
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Departed, Departure } from '../../platform/feature.ts';
import { closeCase } from './cases.service.ts';
import { moderationAppeals, moderationCases, moderationDecisions } from './moderation.tables.ts';

/**
 * What is open about somebody who left: all of it where they take along what they wrote, else what is about themselves
 * and their appeals.
 */
function isOpenAbout({ memberId, content }: Departed) {
  const { subjectType, appealId, closedAt } = moderationCases;
  const isAboutThem = or(eq(subjectType, 'member'), isNotNull(appealId));
  return and(eq(moderationCases.memberId, memberId), isNull(closedAt), content === 'remove' ? undefined : isAboutThem);
}

/** Closes what is open about somebody who left. The words of what was decided go. */
export const forgetDecided: Departure = async ({ db, transact }, departed) => {
  const open = await db.select({ id: moderationCases.id }).from(moderationCases).where(isOpenAbout(departed));
  // One in a transaction: whoever takes down a post holds several cases, in an order of their own.
  for (const { id } of open)
    await transact(async (work) => {
      const [found] = await work.tx
        .update(moderationCases)
        .set({ handOverNote: null })
        .where(and(eq(moderationCases.id, id), isOpenAbout(departed)))
        .returning();
      if (found) await closeCase(work, found);
    });
  await transact(async ({ tx }) => {
    const theirs = eq(moderationDecisions.memberId, departed.memberId);
    const decisions = tx.select({ id: moderationDecisions.id }).from(moderationDecisions).where(theirs);
    const isUnanswered = sql`${moderationDecisions.action} = 'remove' AND ${moderationDecisions.reversedAt} IS NULL AND EXISTS (
      SELECT FROM ${moderationAppeals}
      WHERE ${moderationAppeals.decisionId} = ${moderationDecisions.id} AND ${moderationAppeals.outcome} IS NULL)`;
    // Decisions before appeals, as whoever answers one locks them. What waited for an answer is deleted when it would have been.
    await tx
      .update(moderationDecisions)
      .set({
        note: null,
        quote: null,
        eraseAt: sql`CASE WHEN ${isUnanswered}
          THEN ${moderationDecisions.createdAt} + make_interval(days => ${moderationLimits.appealDays})
          ELSE ${moderationDecisions.eraseAt} END`,
      })
      .where(theirs);
    await tx.delete(moderationAppeals).where(inArray(moderationAppeals.decisionId, decisions));
  });
};
