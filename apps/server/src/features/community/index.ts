import type { Feature } from '../../community/feature.ts';
import { communityRoutes, sumUpSupport, supportSubscribers } from './community.counts.ts';

export const community: Feature = {
  name: 'community',
  registerRoutes: communityRoutes,
  // Before scores: transactions that change both lock counts first.
  lockOrder: 40,
  subscribers: supportSubscribers,
  jobs: ({ db }) => [{ name: 'support-sum', cron: '*/10 * * * *', run: () => sumUpSupport(db) }],
};
