import type { Feature } from '../../platform/feature.ts';
import { communityRoutes, supportSubscribers } from './community.counts.ts';

export const community: Feature = {
  name: 'community',
  registerRoutes: communityRoutes,
  subscribers: supportSubscribers,
};
