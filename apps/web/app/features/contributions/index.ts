export { default as Comments } from './comments.tsx';
export { commentsQuery } from './comments.api.ts';
export {
  changeCommentAuthor,
  type CommentSubject,
  createSubject,
  forgetComments,
  hideCommentsOf,
  refreshComments,
} from './comments.cache.ts';
export { catchUpComments, commentFrames } from './comments.live.ts';
export { ContributionCard } from './contribution-card.tsx';
export { contributionName, likeLabel, showSharedToast } from './contributions.texts.ts';
export { applyCounts, mergeLiveCounts, useToggleLike, withNewerState } from './counts.ts';
export { ItemActions } from './item-actions.tsx';
export { LazyComments } from './lazy-comments.tsx';
export { ArrivalsButton, CountButton } from './list-controls.tsx';
export { TextEditor } from './text-editor.tsx';
