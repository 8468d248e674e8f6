import { isModerator, type Viewer } from '../../platform/sessions/viewer.ts';

type Written = { authorId: string };

export const isAuthor = (viewer: Viewer, written: Written): boolean => written.authorId === viewer.id;

export const canEdit = isAuthor;

export const canDelete = (viewer: Viewer, written: Written): boolean =>
  isAuthor(viewer, written) || isModerator(viewer);

/** What stands on the community's own boards (wins, notes, recommendations) moderators may change, too. */
export const canChange = canDelete;

/** What a flagged member posts in public waits for a moderator. */
export const startsInReview = (author: Viewer): boolean => author.isFlagged;
