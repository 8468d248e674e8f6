import type { Feature } from '../../platform/feature.ts';
import { waitlistRoutes } from './waitlist.routes.ts';

export const waitlist: Feature = { name: 'waitlist', open: waitlistRoutes };
