import type { Feature } from '../../platform/feature.ts';
import { comments, postKind } from './feed.contributions.ts';
import { feedFigures } from './feed.figures.ts';
import { feedRoutes } from './feed.routes.ts';

export const feed: Feature = {
  name: 'feed',
  open: feedRoutes,
  dailyFigures: feedFigures,
  contributions: [postKind, comments.kind],
};
