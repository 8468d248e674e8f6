import { and, gt, gte, lt, sql } from 'drizzle-orm';
import { firstIdAt } from '../../platform/database/columns.ts';
import { onlyRow } from '../../platform/database/database.ts';
import type { DailyFigure } from '../../platform/feature.ts';
import { moderationCases } from './moderation.tables.ts';

const { id, createdAt, closedAt, reportsCount } = moderationCases;

/** What members reported and nobody had decided when the day was over: all reports of one thing are one. */
const openReports: DailyFigure = {
  name: 'openReports',
  count: (db, { to }) =>
    db.$count(
      moderationCases,
      and(gt(reportsCount, 0), lt(id, firstIdAt(to)), sql`(${closedAt} IS NULL OR ${closedAt} >= ${to.toISOString()})`),
    ),
};

/** How long what was decided on the day had waited: half of it waited less. */
const reportAnswer: DailyFigure = {
  name: 'reportAnswerMinutes',
  async count(db, { from, to }) {
    const median = sql<number | null>`percentile_cont(0.5) WITHIN GROUP (
      ORDER BY extract(epoch FROM ${closedAt} - ${createdAt}) / 60
    )`;
    return onlyRow(
      await db
        .select({ median })
        .from(moderationCases)
        .where(and(gt(reportsCount, 0), gte(closedAt, from), lt(closedAt, to))),
    ).median;
  },
};

export const moderationFigures: readonly DailyFigure[] = [openReports, reportAnswer];
