export { commentsQuery } from './comments.api.ts';
export {
  changeCommentAuthor,
  forgetComments,
  hideCommentsOf,
  refreshComments,
  type Subject,
} from './comments.cache.ts';
export { catchUpComments, commentFrames } from './comments.live.ts';
export { contributionLists } from './contribution-lists.ts';
export { followLists } from './contribution-lists.live.ts';
export { contributionName, showShared } from './contribution-words.ts';
export {
  storeLiveCounts,
  useToggleLike,
  mergeCounts,
  mergeLiveCounts,
  withNewerState,
  withLikeStatus,
} from './counts.ts';
export { Comments, CommentsSkeleton } from './lazy-comments.tsx';
export { Arrived, ReactionButton } from './list-controls.tsx';
