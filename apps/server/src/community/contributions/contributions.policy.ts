import { isModerator, type Viewer } from '../../platform/sessions/viewer.ts';

type Authored = { authorId: string };

export const isAuthor = (viewer: Viewer, content: Authored): boolean => content.authorId === viewer.id;

export const canEdit = isAuthor;

export const canDelete = (viewer: Viewer, content: Authored): boolean =>
  isAuthor(viewer, content) || isModerator(viewer);

/** Returns whether the viewer may change a win, note or recommendation. Authors and moderators may. */
export const canChange = canDelete;

/** Returns whether new public content of this author starts in review. */
export const startsInReview = (author: Viewer): boolean => author.isFlagged;
