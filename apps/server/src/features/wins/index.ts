import type { Feature } from '../../platform/feature.ts';
import { cheers, winKind } from './wins.contributions.ts';
import { winRoutes } from './wins.routes.ts';
import { personalData } from './wins.tables.ts';

export const wins: Feature = {
  name: 'wins',
  open: winRoutes,
  contributions: [winKind],
  checks: [cheers.check],
  personalData,
  departures: [cheers.departure],
};
