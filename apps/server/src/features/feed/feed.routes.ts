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

  route(app, contract.listPosts, listRules, async ({ viewer, query, after, sendPage }) => {
    const page = { before: after, rowCount: query.limit + 1 };
    const rows = query.userId ? await listPostsOf(db, viewer, query.userId, page) : await listPosts(db, viewer, page);
    return sendPage(200, toPage(rows, query.limit, keyOf, toPostView(viewer)));
  });

  route(app, contract.listUnansweredPosts, listRules, async ({ viewer, query, after, sendPage }) => {
    const rows = await listUnansweredPosts(db, viewer, { before: after, rowCount: query.limit + 1 });
    return sendPage(200, toPage(rows, query.limit, keyOf, toPostView(viewer)));
  });

  route(app, contract.countUnansweredPosts, readRules, async ({ viewer, send }) =>
    send(200, await countUnansweredPosts(db, viewer)),
  );

  route(app, contract.getPost, readRules, async ({ viewer, params, send }) => {
    const [row] = await findPosts(db, viewer, params.id);
    if (!row) throw feedError('feed.post_not_found');
    return send(200, toPostView(viewer)(row));
  });

  route(app, contract.createPost, postRules, async ({ viewer, body, once, send }) =>
    send(201, await once((work) => createPost(work, viewer, body))),
  );

  route(app, contract.updatePost, postRules, async ({ viewer, params, body, send }) =>
    send(200, await transact((work) => editPost(work, viewer, params.id, body), queue(params.id))),
  );

  route(app, contract.deletePost, postRules, async ({ viewer, params, query, send }) => {
    await transact((work) => deletePost(work, viewer, params.id, query.reason), queue(params.id));
    return send(204);
  });

  route(app, contract.getLikeStatus, readRules, async ({ viewer, params, send }) =>
    send(200, await postKind.reactions.getStatus(db, viewer, params.id)),
  );

  route(app, contract.toggleLike, likeRules, async ({ viewer, params, send }) =>
    send(200, await transact((work) => postKind.reactions.toggle(work, viewer, params.id), queue(params.id))),
  );

  route(app, votePoll, voteRules, async ({ viewer, params, body, send }) =>
    send(200, await transact((work) => vote(work, viewer, params.id, body.optionId), queue(params.id))),
  );

  commentRoutes(app, { db, transact }, postKind.comments, {
    list: contract.listComments,
    create: contract.createComment,
    update: contract.updateComment,
    delete: contract.deleteComment,
  });
}

const keyOf = (row: { id: string }): string => row.id;
