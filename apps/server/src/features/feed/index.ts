export { commentCreated, commentDeleting, likeToggled, postCreated, postDeleting } from './feed.events.ts';
export { feedRoutes } from './feed.routes.ts';
