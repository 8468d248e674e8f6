import type { Feature } from '../../platform/feature.ts';
import { recommendationKind, recommendationReactions } from './recommendations.contributions.ts';
import { recommendationRoutes } from './recommendations.routes.ts';
import { personalData } from './recommendations.tables.ts';

export const recommendations: Feature = {
  name: 'recommendations',
  open: recommendationRoutes,
  contributions: [recommendationKind],
  checks: [recommendationReactions.check],
  personalData,
  departures: [recommendationReactions.departure],
};
