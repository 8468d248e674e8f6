import type { Win, WinInput } from '@commons/contract/wins/schemas';
import { eq, sql } from 'drizzle-orm';
import { emitChanged, emitNewContribution, removedByModerator } from '../../platform/contributions.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { onlyRow, pipelined } from '../../platform/database/database.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { publishLive, canChange, emitRemoved, isAuthor, startsInReview } from '../contributions/index.ts';
import { winContribution, winError, winSubject } from './wins.contributions.ts';
import { findWins, toWinView } from './wins.queries.ts';
import { wins } from './wins.tables.ts';

const insertWin = prepareOnce((db) =>
  db
    .insert(wins)
    .values({
      id: sql.placeholder('id'),
      authorId: sql.placeholder('authorId'),
      title: sql.placeholder('title'),
      content: sql.placeholder('content'),
      category: sql.placeholder('category'),
      isAwaitingReview: sql.placeholder('isAwaitingReview'),
      createdAt: sql.placeholder('createdAt'),
    })
    .prepare('insert_win'),
);

export async function createWin(work: UnitOfWork, viewer: Viewer, input: WinInput): Promise<Win> {
  const win = {
    ...input,
    id: newId(),
    authorId: viewer.id,
    isAwaitingReview: startsInReview(viewer),
    createdAt: databaseNow(),
  };
  await pipelined(insertWin(work.tx).execute(win), emitNewContribution(work, winContribution(win), win));
  const { id: winId, category } = win;
  publishLive(work, win, { type: 'win.created', winId, authorId: viewer.id, category });
  return {
    ...win,
    author: viewer.summary,
    createdAt: win.createdAt.toISOString(),
    editedAt: null,
    likesCount: 0,
    countsRevision: 0,
    isLiked: false,
    can: { edit: canChange(viewer, win), delete: canChange(viewer, win) },
  };
}

/** Changes a win. If a flagged member changes it, the win awaits review again. */
export async function updateWin(work: UnitOfWork, viewer: Viewer, winId: string, input: WinInput): Promise<Win> {
  const win = await winSubject.getLocked(work.tx, viewer, winId);
  if (!canChange(viewer, win)) throw winError('wins.cannot_change');
  await work.tx
    .update(wins)
    .set({ ...input, editedAt: databaseNow(), ...(startsInReview(viewer) && { isAwaitingReview: true }) })
    .where(eq(wins.id, winId));
  await emitChanged(work, winContribution(win), { isAwaitingReview: startsInReview(viewer) });
  publishLive(work, win, { type: 'win.updated', winId });
  return toWinView(viewer)(onlyRow(await findWins(work.tx, viewer, winId)));
}

/** Deletes a win with its cheers. */
export async function deleteWin(work: UnitOfWork, viewer: Viewer, winId: string): Promise<void> {
  const win = await winSubject.getLocked(work.tx, viewer, winId);
  if (!canChange(viewer, win)) throw winError('wins.cannot_change');
  if (!isAuthor(viewer, win))
    return work.emit(removedByModerator, { contribution: winContribution(win), moderator: viewer, note: null });
  await emitRemoved(work, win, [winContribution(win)]);
  await work.tx.delete(wins).where(eq(wins.id, winId));
  publishLive(work, win, { type: 'win.deleted', winId });
}
