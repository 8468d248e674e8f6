import type { Feature } from '../../platform/feature.ts';
import { findReportedComments } from './comments.queries.ts';
import { feedRoutes } from './feed.routes.ts';
import { findReportedPosts } from './posts.queries.ts';

export { commentCreated, commentDeleting, likeToggled, postCreated, postDeleting } from './feed.events.ts';

export const feed: Feature = {
  name: 'feed',
  open: feedRoutes,
  reportable: { post: findReportedPosts, comment: findReportedComments },
};
