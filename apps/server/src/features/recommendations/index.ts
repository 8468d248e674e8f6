import type { Feature } from '../../platform/feature.ts';
import { recommendationKind } from './recommendations.contributions.ts';
import { recommendationRoutes } from './recommendations.routes.ts';

export const recommendations: Feature = {
  name: 'recommendations',
  open: recommendationRoutes,
  contributions: [recommendationKind],
};
