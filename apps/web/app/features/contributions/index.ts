export { commentsQuery } from './comments.api.ts';
export {
  changeCommentAuthor,
  forgetComments,
  hideCommentsOf,
  refreshComments,
  type CommentSubject,
} from './comments.cache.ts';
export { catchUpComments, commentFrames } from './comments.live.ts';
export { contributionLists } from './contribution-lists.ts';
export { createListHandlers } from './contribution-lists.live.ts';
export { contributionName, showSharedToast } from './contribution-texts.ts';
export {
  storeLiveCounts,
  useToggleLike,
  mergeCounts,
  mergeLiveCounts,
  withNewerState,
  withLikeStatus,
} from './counts.ts';
export { Comments } from './lazy-comments.tsx';
export { ArrivalsButton, ReactionButton } from './list-controls.tsx';
export { TextEditor } from './text-editor.tsx';
