import { actionsAgainstMember, moderationLimits } from '@commons/contract/moderation';
import type { AppealInput, Decision } from '@commons/contract/moderation/schemas';
import { and, count, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import { databaseNow } from '../../platform/database/clock.ts';
import { afterEveryId, newId } from '../../platform/database/columns.ts';
import { type Database, onlyRow } from '../../platform/database/database.ts';
import { preparePages } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { openCaseOfAppeal } from './cases.opening.ts';
import type { DecisionRow } from './decisions.record.ts';
import { moderationError } from './moderation.policy.ts';
import { moderationAppeals, moderationDecisions } from './moderation.tables.ts';
import { toQuote } from './quotes.ts';

type AppealRow = typeof moderationAppeals.$inferSelect;

const appealEnd = ({ createdAt }: DecisionRow): Date =>
  new Date(createdAt.getTime() + moderationLimits.appealDays * 86_400_000);

const mayBeAppealed = (decision: DecisionRow, now = databaseNow()): boolean =>
  decision.isTold &&
  (actionsAgainstMember as readonly string[]).includes(decision.action) &&
  decision.reversedAt === null &&
  appealEnd(decision) > now;

/**
 * Appeals against a decision, at most once. Removed content is not erased before the appeal is answered.
 *
 * @throws AppError when the viewer has no such decision or may not appeal against it.
 */
export async function createAppeal(
  work: UnitOfWork,
  viewer: Viewer,
  { decisionId, text }: AppealInput,
): Promise<Decision> {
  const isOwn = and(eq(moderationDecisions.id, decisionId), eq(moderationDecisions.memberId, viewer.id));
  const [decision] = await work.tx.select().from(moderationDecisions).where(isOwn).for('update');
  if (!decision?.isTold) throw moderationError('moderation.decision_not_found');
  if (!mayBeAppealed(decision)) throw moderationError('moderation.no_appeal');
  const [appeal] = await work.tx
    .insert(moderationAppeals)
    .values({ id: newId(), decisionId, text, createdAt: databaseNow() })
    .onConflictDoNothing()
    .returning();
  if (!appeal) throw moderationError('moderation.no_appeal');
  await work.tx.update(moderationDecisions).set({ eraseAt: null }).where(eq(moderationDecisions.id, decisionId));
  await openCaseOfAppeal(work, appeal.id, decision);
  return toDecisionView({ decision, appeal });
}

const decisionPage = preparePages('decision_page', (db, { limit, name }) =>
  db
    .select()
    .from(moderationDecisions)
    .leftJoin(moderationAppeals, eq(moderationAppeals.decisionId, moderationDecisions.id))
    .where(
      and(
        eq(moderationDecisions.memberId, sql.placeholder('memberId')),
        moderationDecisions.isTold,
        lt(moderationDecisions.id, sql.placeholder('before')),
      ),
    )
    .orderBy(desc(moderationDecisions.id))
    .limit(limit)
    .prepare(name),
);

/** Lists the decisions about a member, latest first, starting after the decision `before`. */
export async function listDecisions(
  db: Database,
  { id: memberId }: Viewer,
  { before = afterEveryId, rowCount }: { before: string | undefined; rowCount: number },
): Promise<{ decision: DecisionRow; appeal: AppealRow | null }[]> {
  const rows = await decisionPage(db, rowCount, { memberId, before });
  return rows.map((row) => ({ decision: row.moderation_decisions, appeal: row.moderation_appeals }));
}

/** Converts a decision and its appeal to the member's view. */
export function toDecisionView({ decision, appeal }: { decision: DecisionRow; appeal: AppealRow | null }): Decision {
  const { id, action, subjectType, reason, note, quote, until, createdAt, seenAt } = decision;
  return {
    id,
    action,
    subjectType,
    reason,
    note,
    quotes: quote && subjectType !== 'member' ? [toQuote(quote)] : [],
    until: until?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    isNew: seenAt === null,
    appeal: appeal && {
      text: appeal.text,
      createdAt: appeal.createdAt.toISOString(),
      outcome: appeal.outcome,
      answer: appeal.answer,
      decidedAt: appeal.decidedAt?.toISOString() ?? null,
      isRestored: appeal.isRestored,
    },
    appealUntil: !appeal && mayBeAppealed(decision) ? appealEnd(decision).toISOString() : null,
  };
}

const isNew = (memberId: string) =>
  and(eq(moderationDecisions.memberId, memberId), moderationDecisions.isTold, isNull(moderationDecisions.seenAt));

/** Counts the decisions that the viewer has not seen yet. */
export const countNewDecisions = async (db: Database, viewer: Viewer): Promise<number> =>
  onlyRow(await db.select({ count: count() }).from(moderationDecisions).where(isNew(viewer.id))).count;

/** Marks all decisions about the viewer so far as seen. */
export async function markDecisionsSeen(db: Database, viewer: Viewer): Promise<void> {
  const now = databaseNow();
  await db
    .update(moderationDecisions)
    .set({ seenAt: now })
    .where(and(isNew(viewer.id), lte(moderationDecisions.createdAt, now)));
}
