import type { ServerFrame } from '@commons/contract/live/schemas';
import type { SearchType } from '@commons/contract/search/schemas';
import { and, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/database/database.ts';
import { isoText, prepareOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { AppError } from '../../platform/errors.ts';
import type { ContributionKind, Feature, FindReported, Moderation, QuotedContent } from '../feature.ts';
import { visibilityParameters } from '../members/index.ts';
import type { SearchSource } from '../search-documents/search-source.ts';
import { type CommentOptions, type CommentService, commentsOn } from './comments.ts';
import type { Contribution } from './contribution-events.ts';
import type { AuthoredRow, AuthoredTable, StandardColumn } from './contributions.tables.ts';
import { moderationOf } from './moderation.ts';
import { type ReactionOptions, type ReactionService, reactionsTo } from './reactions.ts';
import { emitRemoved, type Subject, subjectKind } from './subjects.ts';

/** The fields that a kind adds to the standard columns. Members write them. */
export type OwnFields<Table extends AuthoredTable> = Omit<Table['$inferSelect'], StandardColumn>;

type KindOptions<Table extends AuthoredTable> = {
  /** Name of the kind in the contract, for example `win`. */
  name: string;
  table: Table;
  /** Points that the author earns on publication; 0 for none. */
  points: number;
  /** How members find it by search: the indexed columns, and what results show beside them. */
  search?: { type: SearchType; title?: AnyPgColumn; text: AnyPgColumn; shown?: Partial<SearchSource['shown']> };
  notFound: () => AppError;
  /** Returns the content for moderators and the evidence of reports. */
  quote: (item: Table['$inferSelect'], db: Queryable) => QuotedContent | Promise<QuotedContent>;
  /** Returns the ids of pictures that a report preserves. */
  photoIds?: (item: Table['$inferSelect']) => string[];
  frames: {
    created: (item: { id: string; authorId: string } & OwnFields<Table>) => ServerFrame;
    updated: (id: string) => ServerFrame;
    deleted: (id: string) => ServerFrame;
  };
  /** Adds to the standard moderation actions. */
  extendModeration?: (standard: Moderation) => Moderation;
};

/** Comments and reactions are optional. */
type Responses = { comments?: CommentOptions<unknown>; reactions?: ReactionOptions };

type CommentsOf<Given extends Responses> =
  Given['comments'] extends CommentOptions<unknown>
    ? CommentService<ReturnType<Given['comments']['toView']>>
    : undefined;
type ReactionsOf<Given extends Responses> = Given['reactions'] extends ReactionOptions ? ReactionService : undefined;

/**
 * Declares a kind of content that members write. Returns its subject, comments, reactions and moderation, and the parts
 * of the manifest that points, reports, checks and deletion read.
 */
export function contributionKind<Table extends AuthoredTable, Given extends Responses>(
  options: KindOptions<Table> & Given,
) {
  const { name, points, search, notFound, quote, photoIds = () => [], frames, extendModeration } = options;
  const table: AuthoredTable = options.table;
  const subject = subjectKind<AuthoredTable>({ name, table, notFound, quote });
  const comments = options.comments && commentsOn(subject, options.comments);
  const reactions = options.reactions && reactionsTo(subject, options.reactions);

  const reported = prepareOnce((db) =>
    db
      .select()
      .from(table)
      .where(and(sql`${table.id} = ANY(${sql.placeholder('ids')}::uuid[])`, subject.isVisible))
      .prepare(`reported_${name}s`),
  );
  const report: FindReported = async (tx, viewer, ids) => {
    const items = (await reported(tx).execute({ ...visibilityParameters(viewer), ids })) as AuthoredRow[];
    return Promise.all(
      items.map(async (item) => ({
        id: item.id,
        authorId: item.authorId,
        evidence: { ...(await quote(item, tx)), createdAt: item.createdAt.toISOString() },
        photoIds: photoIds(item),
      })),
    );
  };
  const moderation = moderationOf<AuthoredRow & OwnFields<Table>>(subject, { toContribution, frames, comments });
  const kind: ContributionKind = {
    name,
    table,
    points,
    ...(search && { searchType: search.type }),
    isSupport: false,
    report,
    thread: 'none',
    moderation: extendModeration?.(moderation) ?? moderation,
  };

  function toContribution({ id, authorId }: { id: string; authorId: string }): Contribution {
    return { kind, id, authorId, subject: null };
  }

  return {
    kind,
    table: options.table,
    subject,
    frames,
    toContribution,
    comments: comments as CommentsOf<Given>,
    reactions: reactions as ReactionsOf<Given>,

    /** Emits the removal of a locked item with its reactions and comments. Call it before deleting the row. */
    async emitRemoved(work: UnitOfWork, item: Subject & { authorId: string }): Promise<void> {
      const replies = (await comments?.listContributions(work.tx, item)) ?? [];
      await emitRemoved(work, item, [toContribution(item), ...replies]);
    },

    /** The declarations for the manifest of the feature. */
    manifest: {
      contributions: [kind, ...(comments ? [comments.kind] : [])],
      checks: [...(reactions ? [reactions.check] : []), ...(comments ? [comments.check] : [])],
      departures: reactions ? [reactions.departure] : [],
      searchSources: search ? [searchSourceOf(table, subject.isVisible, search)] : [],
    } satisfies Partial<Feature>,
  };
}

/** Newer items come first among equally good results. */
function searchSourceOf(
  table: AuthoredTable,
  isShown: SQL<boolean>,
  { type, title, text, shown }: NonNullable<KindOptions<AuthoredTable>['search']>,
): SearchSource {
  const titleText = sql<string | null>`${title ?? sql`NULL::text`}`;
  const contentText = sql<string>`${text}`;
  return {
    type,
    source: table,
    isIndexed: sql`NOT ${table.isRemoved}`,
    title: titleText,
    rest: contentText,
    isShown,
    recency: sql`extract(epoch FROM ${table.createdAt})`,
    shown: {
      title: titleText,
      text: contentText,
      authorId: sql`${table.authorId}`,
      at: isoText(table.createdAt),
      ...shown,
    },
  };
}

/** A declared kind, with or without comments and reactions. */
export type ContributionKindOf<Table extends AuthoredTable, CommentView = unknown> = Omit<
  ReturnType<typeof contributionKind<Table, Responses>>,
  'comments' | 'reactions'
> & { comments: CommentService<CommentView> | undefined; reactions: ReactionService | undefined };
