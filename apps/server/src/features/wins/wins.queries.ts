import type { WinCategory } from '@commons/contract/wins';
import type { Win } from '@commons/contract/wins/schemas';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import { isoText, isoTextOrNull, prepareOnce, preparePages } from '../../platform/database/statements.ts';
import { type ReportSnapshot, toReportSnapshot } from '../../platform/feature.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { canChange } from '../contributions/index.ts';
import { isVisible, memberColumns, toMemberSummary, visibilityParameters } from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import { winCheers, wins } from './wins.tables.ts';

export type WinRow = Awaited<ReturnType<typeof findWins>>[number];

/** Sorts after every UUID v7. The default start of a page. */
const afterEveryId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A scalar subquery, for the same plan as likes of posts (`feed/posts.queries.ts`). */
const cheeredByViewer = sql<
  true | null
>`(SELECT true FROM ${winCheers} WHERE ${winCheers.subjectId} = ${wins.id} AND ${winCheers.memberId} = ${sql.placeholder('viewerId')})`;

const selectWins = (db: Queryable) =>
  db
    .select({
      id: wins.id,
      authorId: wins.authorId,
      author: memberColumns,
      title: wins.title,
      content: wins.content,
      category: wins.category,
      createdAt: isoText(wins.createdAt),
      editedAt: isoTextOrNull(wins.editedAt),
      likesCount: wins.likesCount,
      countsRevision: wins.countsRevision,
      isAwaitingReview: wins.isAwaitingReview,
      isLiked: cheeredByViewer,
    })
    .from(wins)
    .innerJoin(users, eq(users.id, wins.authorId))
    .$dynamic();

const isBefore = lt(wins.id, sql.placeholder('before'));

const winPage = preparePages('win_page', (db, { limit, name }) =>
  selectWins(db)
    .where(and(isBefore, isVisible(wins)))
    .orderBy(desc(wins.id))
    .limit(limit)
    .prepare(name),
);

const categoryPage = preparePages('win_category_page', (db, { limit, name }) =>
  selectWins(db)
    .where(and(eq(wins.category, sql.placeholder('category')), isBefore, isVisible(wins)))
    .orderBy(desc(wins.id))
    .limit(limit)
    .prepare(name),
);

/** Lists wins before an id, all or of one category, newest first. */
export function listWins(
  db: Database,
  viewer: Viewer,
  page: { category: WinCategory | undefined; isBefore: string | undefined; rowCount: number },
): Promise<WinRow[]> {
  const values = { ...visibilityParameters(viewer), before: page.isBefore ?? afterEveryId };
  return page.category === undefined
    ? winPage(db, page.rowCount, values)
    : categoryPage(db, page.rowCount, { ...values, category: page.category });
}

const visibleWin = prepareOnce((db) =>
  selectWins(db)
    .where(and(eq(wins.id, sql.placeholder('winId')), isVisible(wins)))
    .prepare('visible_win'),
);

/** Returns the win with this id if the viewer may see it: one row or none. */
export const findWins = (db: Queryable, viewer: Viewer, winId: string) =>
  visibleWin(db).execute({ ...visibilityParameters(viewer), winId });

/** Converts a row to a win with the viewer's permissions. */
export const toWinView =
  (viewer: Viewer) =>
  ({ author, isLiked, ...win }: WinRow): Win => ({
    ...win,
    author: toMemberSummary(author),
    isLiked: isLiked !== null,
    can: { edit: canChange(viewer, win), delete: canChange(viewer, win) },
  });

const reportedWins = prepareOnce((db) =>
  db
    .select({
      id: wins.id,
      authorId: wins.authorId,
      title: wins.title,
      content: wins.content,
      createdAt: isoText(wins.createdAt),
    })
    .from(wins)
    .where(and(sql`${wins.id} = ANY(${sql.placeholder('ids')}::uuid[])`, isVisible(wins)))
    .prepare('reported_wins'),
);

/** Returns the evidence of wins that the viewer reports. */
export async function findReportedWins(tx: Transaction, viewer: Viewer, ids: string[]): Promise<ReportSnapshot[]> {
  const rows = await reportedWins(tx).execute({ ...visibilityParameters(viewer), ids });
  return rows.map(({ title, ...win }) => {
    const reported = toReportSnapshot(win);
    return { ...reported, evidence: { title, ...reported.evidence } };
  });
}
