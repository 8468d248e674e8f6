import type { Feature } from '../../platform/feature.ts';
import { communityRoutes } from './community.routes.ts';
import { supportSubscribers } from './community.support.ts';

export const community: Feature = { name: 'community', open: communityRoutes, subscribers: supportSubscribers };
