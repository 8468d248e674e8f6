export { waitlistRoutes } from './waitlist.routes.ts';
