import type { Endpoint } from '@commons/contract/endpoint';
import type { LikeStatus } from '@commons/contract/feed/schemas';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { idCursor } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import type { Feature, FeatureContext } from '../feature.ts';
import type { CommentService } from './comments.ts';
import type { ContributionKindOf, OwnFields } from './contribution-kind.ts';
import type { AuthoredTable } from './contributions.tables.ts';
import { type ItemOptions, itemsOf, type ItemView } from './items.ts';

type ById = { params: z.ZodType<{ id: string }> };
type Paged = { query: z.ZodType<{ limit: number }>; paged: true };
type Replying<Status extends number, Reply> = Omit<Endpoint, 'replies'> & { replies: Record<Status, z.ZodType<Reply>> };
type WithoutReply = Omit<Endpoint, 'replies'> & { replies: { 204: null } };
type ByCommentId = { params: z.ZodType<{ id: string; commentId: string }> };

type CommentCalls<View> = {
  list: Replying<200, View[]> & ById & Paged;
  create: Replying<201, View> & ById & { body: z.ZodType<{ content: string }> };
  update: Replying<200, View> & ByCommentId & { body: z.ZodType<{ content: string }> };
  delete: WithoutReply & ByCommentId;
};

type ItemCalls<View, CommentView, Input> = {
  list: Replying<200, View[]> & Paged;
  get: Replying<200, View> & ById;
  create: Replying<201, View> & { body: z.ZodType<Input> };
  update: Replying<200, View> & ById & { body: z.ZodType<Input> };
  delete: WithoutReply & ById;
  react?: Replying<200, LikeStatus> & ById;
  comments?: CommentCalls<CommentView>;
};

const read = { access: 'member' } as const;
const list = { access: 'member', cursor: idCursor } as const;
const write = { access: 'member', limits: [limits.posting] } as const;
const comment = { access: 'member', limits: [limits.commenting] } as const;
const like = { access: 'member', limits: [limits.liking] } as const;

/** Registers the routes of the comments on a subject. */
export function commentRoutes<View>(
  app: FastifyInstance,
  { db, transact }: Pick<FeatureContext, 'db' | 'transact'>,
  comments: CommentService<View>,
  calls: CommentCalls<View>,
): void {
  const { queue } = comments;

  route(app, calls.list, list, ({ viewer, params, query, after }) =>
    comments.list(db, viewer, params.id, { after, limit: query.limit }),
  );

  route(app, calls.create, comment, ({ viewer, params, body, once }) =>
    once((work) => comments.create(work, viewer, params.id, body.content), queue(params.id)),
  );

  route(app, calls.update, comment, ({ viewer, params, body }) =>
    transact((work) => comments.edit(work, viewer, params, body.content), queue(params.id)),
  );

  route(app, calls.delete, comment, ({ viewer, params }) =>
    transact((work) => comments.delete(work, viewer, params), queue(params.id)),
  );
}

/**
 * Creates the manifest of a feature whose content authors and moderators can list, read, create, change and delete, with
 * the routes of the contract's calls.
 */
export function contributionFeature<Table extends AuthoredTable, View extends object, CommentView>(
  item: ContributionKindOf<Table, CommentView>,
  options: ItemOptions<Table> & {
    calls: ItemCalls<View, CommentView, OwnFields<Table>> &
      (ItemView<Table> extends View ? unknown : { list: 'The contract has fields that the table does not have.' });
  },
): Pick<Feature, 'registerRoutes' | 'contributions' | 'checks' | 'departures' | 'searchSources'> {
  const items = itemsOf(item, options);
  const { queue } = item.subject;
  // The type of the parameter ensures that the views of the contract accept the items.
  const calls: ItemCalls<object, CommentView, OwnFields<Table>> = options.calls;

  function registerRoutes(app: FastifyInstance, { db, transact }: FeatureContext): void {
    route(app, calls.list, list, ({ viewer, query, after }) => items.list(db, viewer, query, after));

    route(app, calls.get, read, ({ viewer, params }) => items.get(db, viewer, params.id));

    route(app, calls.create, write, ({ viewer, body, once }) => once((work) => items.create(work, viewer, body)));

    route(app, calls.update, write, ({ viewer, params, body }) =>
      transact((work) => items.update(work, viewer, params.id, body), queue(params.id)),
    );

    route(app, calls.delete, write, ({ viewer, params }) =>
      transact((work) => items.delete(work, viewer, params.id), queue(params.id)),
    );

    const { reactions, comments } = item;
    if (calls.react && reactions)
      route(app, calls.react, like, ({ viewer, params }) =>
        transact((work) => reactions.toggle(work, viewer, params.id), queue(params.id)),
      );
    if (calls.comments && comments) commentRoutes(app, { db, transact }, comments, calls.comments);
  }

  return { registerRoutes, ...item.manifest };
}
