import type { Feature } from '../../platform/feature.ts';
import { communityRoutes, supportSubscribers } from './community.figures.ts';

export const community: Feature = { name: 'community', open: communityRoutes, subscribers: supportSubscribers };
