import type { PointsEntry } from '@commons/contract/points';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { isoText, preparedPages } from '../../platform/database/statements.ts';
import { givenAgain, pointsLedger, takenBack } from './points.tables.ts';

type HistoryKey = { createdAt: Date; id: string };

/** Sorts after every row: where the first page begins. */
const afterEveryRow: HistoryKey = {
  createdAt: new Date('9999-12-31T23:59:59.999Z'),
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

const historyPage = preparedPages('points_history_page', (db, { limit, name }) =>
  db
    .select({
      id: pointsLedger.id,
      kind: pointsLedger.kind,
      points: pointsLedger.points,
      seconds: pointsLedger.seconds,
      createdAt: isoText(pointsLedger.createdAt),
    })
    .from(pointsLedger)
    .where(
      and(
        eq(pointsLedger.memberId, sql.placeholder('memberId')),
        sql`(${pointsLedger.createdAt}, ${pointsLedger.id}) < (${sql.placeholder('createdAt')}::timestamptz, ${sql.placeholder('id')}::uuid)`,
      ),
    )
    .orderBy(desc(pointsLedger.createdAt), desc(pointsLedger.id))
    .limit(limit)
    .prepare(name),
);

export const historyKeyOf = ({ createdAt, id }: PointsEntry): HistoryKey => ({ createdAt: new Date(createdAt), id });

/** The rows of a member's own ledger before a key, the latest first. */
export async function listHistory(
  db: Database,
  memberId: string,
  { before = afterEveryRow, rowCount }: { before: HistoryKey | undefined; rowCount: number },
): Promise<PointsEntry[]> {
  const rows = await historyPage(db, rowCount, { memberId, ...before });
  return rows.map(({ kind, ...row }) => {
    const isTakenBack = kind.endsWith(takenBack);
    const awarded = isTakenBack ? kind.slice(0, -takenBack.length) : kind;
    return { ...row, kind: awarded.replaceAll(givenAgain, ''), isTakenBack };
  });
}
