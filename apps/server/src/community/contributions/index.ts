export { commentsOn } from './comments.ts';
export { contributionKind } from './contribution-kind.ts';
export { canDelete, canEdit, isAuthor, startsInReview } from './contributions.policy.ts';
export { commentRoutes, contributionFeature } from './routes.ts';
export { publishLive, type Counts, emitRemoved, subjectKind } from './subjects.ts';
