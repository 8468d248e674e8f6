import type { Feature } from '../../platform/feature.ts';
import { profileRoutes } from './profiles.routes.ts';

export { getCurrentUser } from './profiles.queries.ts';

export const profiles: Feature = { name: 'profiles', open: profileRoutes };
