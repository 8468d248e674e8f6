import type { Feature } from '../../community/feature.ts';
import { communityRoutes, sumUpSupport, supportSubscribers } from './community-stats.counts.ts';

export const communityStats: Feature = {
  name: 'community-stats',
  registerRoutes: communityRoutes,
  // Before scores: transactions that change both lock counts first.
  lockOrder: 40,
  subscribers: supportSubscribers,
  jobs: ({ db }) => [{ name: 'support-sum', cron: '*/10 * * * *', run: () => sumUpSupport(db) }],
};
