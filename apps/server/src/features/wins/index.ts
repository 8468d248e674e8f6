import type { Feature } from '../../platform/feature.ts';
import { winKind } from './wins.contributions.ts';
import { winRoutes } from './wins.routes.ts';

export const wins: Feature = { name: 'wins', open: winRoutes, contributions: [winKind] };
