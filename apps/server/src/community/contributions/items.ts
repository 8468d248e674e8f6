import type { MemberSummary } from '@commons/contract/members/schemas';
import { and, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { type Database, onlyRow, pipelined, type Queryable } from '../../platform/database/database.ts';
import { isoText, isoTextOrNull, prepareOnce, preparePages } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { AppError } from '../../platform/errors.ts';
import { type Page, toPage } from '../../platform/http/pagination.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { memberColumns, toMemberSummary, visibilityParameters } from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import { emitChanged, emitNewContribution, removedByModerator } from './contribution-events.ts';
import type { ContributionKindOf, OwnFields } from './contribution-kind.ts';
import { canChange, isAuthor, startsInReview } from './contributions.policy.ts';
import { type AuthoredTable, standardColumns } from './contributions.tables.ts';
import { type Counts, publishLive } from './subjects.ts';

/** An item with the viewer's permissions. `isLiked` is false for kinds without reactions. */
export type ItemView<Table extends AuthoredTable> = OwnFields<Table> &
  Counts & {
    id: string;
    authorId: string;
    author: MemberSummary;
    createdAt: string;
    editedAt: string | null;
    isAwaitingReview: boolean;
    isLiked: boolean;
    can: { edit: boolean; delete: boolean };
  };

export type ItemOptions<Table extends AuthoredTable> = {
  /** Error for everyone except the author and moderators. */
  cannotChange: () => AppError;
  /** The field by which the list can be filtered. */
  filter?: keyof OwnFields<Table> & string;
  /** Corrects the input before it is stored. */
  normalize?: (input: OwnFields<Table>) => OwnFields<Table>;
};

/** Sorts after every UUID v7. The default start of a page. */
const afterEveryId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const permissions = (viewer: Viewer, content: { authorId: string }) => ({
  edit: canChange(viewer, content),
  delete: canChange(viewer, content),
});

/** Creates the service of a kind that authors and moderators can change: list, get, create, update and delete. */
export function itemsOf<Table extends AuthoredTable>(
  item: ContributionKindOf<Table>,
  { cannotChange, filter, normalize = (input) => input }: ItemOptions<Table>,
) {
  const { name } = item.kind;
  const { subject, frames, toContribution } = item;
  const table: AuthoredTable = item.table;
  const ownColumns = Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(([field]) => !standardColumns.has(field)),
  );
  const filterColumn = filter && ownColumns[filter];
  const { id, authorId, likesCount, commentsCount, countsRevision, isAwaitingReview } = table;

  const select = (db: Queryable) =>
    db
      .select({
        ...ownColumns,
        id,
        authorId,
        author: memberColumns,
        createdAt: isoText(table.createdAt),
        editedAt: isoTextOrNull(table.editedAt),
        likesCount,
        commentsCount,
        countsRevision,
        isAwaitingReview,
        isLiked: item.reactions?.isByViewer ?? sql<true | null>`NULL::boolean`,
      })
      .from(table)
      .innerJoin(users, eq(users.id, authorId))
      .$dynamic();
  const isBefore = lt(id, sql.placeholder('before'));
  const pages = preparePages(`${name}_page`, (db, page) =>
    select(db).where(and(isBefore, subject.isVisible)).orderBy(desc(id)).limit(page.limit).prepare(page.name),
  );
  const filteredPages =
    filterColumn &&
    preparePages(`${name}_${filter}_page`, (db, page) =>
      select(db)
        .where(and(eq(filterColumn, sql.placeholder('filter')), isBefore, subject.isVisible))
        .orderBy(desc(id))
        .limit(page.limit)
        .prepare(page.name),
    );
  const visibleItem = prepareOnce((db) =>
    select(db)
      .where(and(eq(id, sql.placeholder('id')), subject.isVisible))
      .prepare(`visible_${name}`),
  );
  const insertedColumns = [...Object.keys(ownColumns), 'id', 'authorId', 'isAwaitingReview', 'createdAt'];
  const insert = prepareOnce((db) =>
    db
      .insert(table)
      .values(Object.fromEntries(insertedColumns.map((column) => [column, sql.placeholder(column)])))
      .prepare(`insert_${name}`),
  );

  const toView =
    (viewer: Viewer) =>
    ({ author, isLiked, ...rest }: Awaited<ReturnType<typeof pages>>[number]): ItemView<Table> => ({
      ...(rest as typeof rest & OwnFields<Table>),
      author: toMemberSummary(author),
      isLiked: isLiked !== null,
      can: permissions(viewer, rest),
    });

  async function find(db: Queryable, viewer: Viewer, itemId: string): Promise<ItemView<Table>[]> {
    return (await visibleItem(db).execute({ ...visibilityParameters(viewer), id: itemId })).map(toView(viewer));
  }
  async function getChangeable(work: UnitOfWork, viewer: Viewer, itemId: string) {
    const lockedItem = await subject.getLocked(work.tx, viewer, itemId);
    if (!canChange(viewer, lockedItem)) throw cannotChange();
    return lockedItem;
  }

  return {
    /** Returns a page of the items before an id, newest first. */
    async list(
      db: Database,
      viewer: Viewer,
      query: { limit: number },
      before: string = afterEveryId,
    ): Promise<Page<ItemView<Table>, string>> {
      const filterValue = filter && (query as Record<string, unknown>)[filter];
      const values = { ...visibilityParameters(viewer), before };
      const rowCount = query.limit + 1;
      const rows =
        filteredPages && filterValue !== undefined
          ? await filteredPages(db, rowCount, { ...values, filter: filterValue })
          : await pages(db, rowCount, values);
      return toPage(rows, query.limit, toView(viewer));
    },

    async get(db: Database, viewer: Viewer, itemId: string): Promise<ItemView<Table>> {
      const [view] = await find(db, viewer, itemId);
      if (!view) throw subject.notFound();
      return view;
    },

    async create(work: UnitOfWork, viewer: Viewer, input: OwnFields<Table>): Promise<ItemView<Table>> {
      const stored = {
        ...normalize(input),
        id: newId(),
        authorId: viewer.id,
        isAwaitingReview: startsInReview(viewer),
        createdAt: databaseNow(),
      };
      await pipelined(insert(work.tx).execute(stored), emitNewContribution(work, toContribution(stored), stored));
      publishLive(work, stored, frames.created(stored));
      return {
        ...stored,
        author: viewer.summary,
        createdAt: stored.createdAt.toISOString(),
        editedAt: null,
        likesCount: 0,
        commentsCount: 0,
        countsRevision: 0,
        isLiked: false,
        can: permissions(viewer, stored),
      };
    },

    /** Changes an item. If a flagged member changes it, it waits for review again. */
    async update(work: UnitOfWork, viewer: Viewer, itemId: string, input: OwnFields<Table>): Promise<ItemView<Table>> {
      const changed = await getChangeable(work, viewer, itemId);
      await work.tx
        .update(table)
        .set({
          ...normalize(input),
          editedAt: databaseNow(),
          ...(startsInReview(viewer) && { isAwaitingReview: true }),
        })
        .where(eq(id, itemId));
      await emitChanged(work, toContribution(changed), { isAwaitingReview: startsInReview(viewer) });
      publishLive(work, changed, frames.updated(itemId));
      return onlyRow(await find(work.tx, viewer, itemId));
    },

    /** Deletes an item with its reactions and comments. */
    async delete(work: UnitOfWork, viewer: Viewer, itemId: string): Promise<void> {
      const deleted = await getChangeable(work, viewer, itemId);
      if (!isAuthor(viewer, deleted))
        return work.emit(removedByModerator, { contribution: toContribution(deleted), moderator: viewer, note: null });
      await item.emitRemoved(work, deleted);
      await work.tx.delete(table).where(eq(id, itemId));
      publishLive(work, deleted, frames.deleted(itemId));
    },
  };
}
