import type { Win, WinCategory } from '@commons/contract/wins';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import { isoText, isoTextOrNull, preparedOnce, preparedPages } from '../../platform/database/statements.ts';
import { type Reported, toReported } from '../../platform/feature.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { canChange } from '../contributions/index.ts';
import { isVisible, memberColumns, toMemberSummary, visibilityParameters } from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import { winCheers, wins } from './wins.tables.ts';

export type WinRow = Awaited<ReturnType<typeof findWins>>[number];

/** Sorts after every UUID v7: where the first page begins. */
const afterEveryId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Looked up by key for each win shown, as the likes of posts are (`feed/posts.queries.ts`). */
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

const before = lt(wins.id, sql.placeholder('before'));

const winPage = preparedPages('win_page', (db, { limit, name }) =>
  selectWins(db)
    .where(and(before, isVisible(wins)))
    .orderBy(desc(wins.id))
    .limit(limit)
    .prepare(name),
);

const categoryPage = preparedPages('win_category_page', (db, { limit, name }) =>
  selectWins(db)
    .where(and(eq(wins.category, sql.placeholder('category')), before, isVisible(wins)))
    .orderBy(desc(wins.id))
    .limit(limit)
    .prepare(name),
);

/** Wins before a win's id, newest first: all, or those of a category. */
export function listWins(
  db: Database,
  viewer: Viewer,
  page: { category: WinCategory | undefined; before: string | undefined; rowCount: number },
): Promise<WinRow[]> {
  const values = { ...visibilityParameters(viewer), before: page.before ?? afterEveryId };
  return page.category === undefined
    ? winPage(db, page.rowCount, values)
    : categoryPage(db, page.rowCount, { ...values, category: page.category });
}

const visibleWin = preparedOnce((db) =>
  selectWins(db)
    .where(and(eq(wins.id, sql.placeholder('winId')), isVisible(wins)))
    .prepare('visible_win'),
);

/** The win with this id if the viewer may see it, as in the list: one row or none. */
export const findWins = (db: Queryable, viewer: Viewer, winId: string) =>
  visibleWin(db).execute({ ...visibilityParameters(viewer), winId });

/** A win as the viewer may see it. */
export const toWinView =
  (viewer: Viewer) =>
  ({ author, isLiked, ...win }: WinRow): Win => ({
    ...win,
    author: toMemberSummary(author),
    isLiked: isLiked !== null,
    can: { edit: canChange(viewer, win), delete: canChange(viewer, win) },
  });

const reportedWins = preparedOnce((db) =>
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

/** Wins as they are when the viewer reports them. */
export async function findReportedWins(tx: Transaction, viewer: Viewer, ids: string[]): Promise<Reported[]> {
  const rows = await reportedWins(tx).execute({ ...visibilityParameters(viewer), ids });
  return rows.map(({ title, ...win }) => {
    const reported = toReported(win);
    return { ...reported, evidence: { title, ...reported.evidence } };
  });
}
