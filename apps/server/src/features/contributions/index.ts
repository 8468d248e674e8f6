export { commentsOn } from './comments.ts';
export { canChange, canDelete, canEdit, isAuthor, startsInReview } from './contributions.policy.ts';
export { moderationOf } from './moderation.ts';
export { reactionsTo } from './reactions.ts';
export { publishLive, type Counts, emitRemoved, subjectKind } from './subjects.ts';
