import type { Feature } from '../../community/feature.ts';
import { communityRoutes, sumUpSupport, supportSubscribers } from './community.counts.ts';

export const community: Feature = {
  name: 'community',
  registerRoutes: communityRoutes,
  subscribers: supportSubscribers,
  jobs: ({ db }) => [{ name: 'support-sum', cron: '*/10 * * * *', run: () => sumUpSupport(db) }],
};
