import type { Post } from '@commons/contract/feed';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { canDelete, canEdit } from '../contributions/index.ts';
import { toMemberSummary } from '../members/index.ts';
import type { PostRow } from './posts.queries.ts';

/** A post as the viewer may see it. */
export const toPostView =
  (viewer: Viewer) =>
  ({ author, isLiked, ...post }: PostRow): Post => ({
    ...post,
    author: toMemberSummary(author),
    isLiked: isLiked !== null,
    can: { edit: canEdit(viewer, post), delete: canDelete(viewer, post) },
  });
