import type { Feature } from '../../platform/feature.ts';
import { comments, postKind } from './feed.contributions.ts';
import { feedFigures } from './feed.figures.ts';
import { feedRoutes } from './feed.routes.ts';
import { postsSearched } from './feed.search.ts';

export const feed: Feature = {
  name: 'feed',
  open: feedRoutes,
  dailyFigures: feedFigures,
  searched: [postsSearched],
  contributions: [postKind, comments.kind],
};
