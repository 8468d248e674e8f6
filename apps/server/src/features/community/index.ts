export { communityRoutes } from './community.routes.ts';
export { countSupport } from './community.support.ts';
