import type { Feature } from '../../platform/feature.ts';
import { comments, meditationKind } from './meditations.contributions.ts';
import { meditationRoutes } from './meditations.routes.ts';
import { meditationsSearched } from './meditations.search.ts';
import { personalData } from './meditations.tables.ts';
import { starterMeditations } from './starter-content.ts';

export const meditations: Feature = {
  name: 'meditations',
  open: meditationRoutes,
  searched: [meditationsSearched],
  contributions: [meditationKind, comments.kind],
  starterContent: [starterMeditations],
  checks: [comments.check],
  personalData,
};
