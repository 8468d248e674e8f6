import type { Feature } from '../../platform/feature.ts';
import { pointsSubscribers } from './points.ledger.ts';

export const points: Feature = { name: 'points', subscribers: pointsSubscribers };
