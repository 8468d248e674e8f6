import type { Feature } from '../../platform/feature.ts';
import { fillOccasions, pointsSubscribers } from './points.ledger.ts';

export const points: Feature = {
  name: 'points',
  subscribers: pointsSubscribers,
  jobs: ({ db }) => [{ name: 'points-occasions', cron: '53 * * * *', run: () => fillOccasions(db) }],
};
