import type { Feature } from '../../platform/feature.ts';
import { noteKind } from './gratitude.contributions.ts';
import { gratitudeRoutes } from './gratitude.routes.ts';
import { personalData } from './gratitude.tables.ts';

export const gratitude: Feature = { name: 'gratitude', open: gratitudeRoutes, contributions: [noteKind], personalData };
