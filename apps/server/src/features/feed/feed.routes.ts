import * as contract from '@commons/contract/feed/schemas';
import { votePoll } from '@commons/contract/polls/schemas';
import type { FastifyInstance } from 'fastify';
import { commentRoutes } from '../../community/contributions/index.ts';
import type { FeatureContext } from '../../community/feature.ts';
import { idCursor, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { postKind } from './feed.contributions.ts';
import { feedError } from './feed.errors.ts';
import { vote } from './polls.service.ts';
import {
  countUnansweredPosts,
  findPosts,
  listPosts,
  listPostsOf,
  listUnansweredPosts,
  toPostView,
} from './posts.queries.ts';
import { createPost, deletePost, editPost } from './posts.service.ts';

export function feedRoutes(app: FastifyInstance, { db, transact }: FeatureContext) {
  const { queue } = postKind.subject;
  const readRules = { access: 'member' } as const;
  const listRules = { access: 'member', cursor: idCursor } as const;
  const postRules = { access: 'member', limits: [limits.posting] } as const;
  const likeRules = { access: 'member', limits: [limits.liking] } as const;
  const voteRules = { access: 'member', limits: [limits.voting] } as const;

  route(app, contract.listPosts, listRules, async ({ viewer, query, after }) => {
    const page = { before: after, rowCount: query.limit + 1 };
    const rows = query.userId ? await listPostsOf(db, viewer, query.userId, page) : await listPosts(db, viewer, page);
    return toPage(rows, query.limit, toPostView(viewer));
  });

  route(app, contract.listUnansweredPosts, listRules, async ({ viewer, query, after }) => {
    const rows = await listUnansweredPosts(db, viewer, { before: after, rowCount: query.limit + 1 });
    return toPage(rows, query.limit, toPostView(viewer));
  });

  route(app, contract.countUnansweredPosts, readRules, ({ viewer }) => countUnansweredPosts(db, viewer));

  route(app, contract.getPost, readRules, async ({ viewer, params }) => {
    const [row] = await findPosts(db, viewer, params.id);
    if (!row) throw feedError('feed.post_not_found');
    return toPostView(viewer)(row);
  });

  route(app, contract.createPost, postRules, ({ viewer, body, once }) =>
    once((work) => createPost(work, viewer, body)),
  );

  route(app, contract.updatePost, postRules, ({ viewer, params, body }) =>
    transact((work) => editPost(work, viewer, params.id, body), queue(params.id)),
  );

  route(app, contract.deletePost, postRules, ({ viewer, params, query }) =>
    transact((work) => deletePost(work, viewer, params.id, query.reason), queue(params.id)),
  );

  route(app, contract.getLikeStatus, readRules, ({ viewer, params }) =>
    postKind.reactions.getStatus(db, viewer, params.id),
  );

  route(app, contract.toggleLike, likeRules, ({ viewer, params }) =>
    transact((work) => postKind.reactions.toggle(work, viewer, params.id), queue(params.id)),
  );

  route(app, votePoll, voteRules, ({ viewer, params, body }) =>
    transact((work) => vote(work, viewer, params.id, body.optionId), queue(params.id)),
  );

  commentRoutes(app, { db, transact }, postKind.comments, {
    list: contract.listComments,
    create: contract.createComment,
    update: contract.updateComment,
    delete: contract.deleteComment,
  });
}
