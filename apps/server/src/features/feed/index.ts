import type { Feature } from '../../platform/feature.ts';
import { commentKind, postKind } from './feed.contributions.ts';
import { feedRoutes } from './feed.routes.ts';

export const feed: Feature = {
  name: 'feed',
  open: feedRoutes,
  contributions: [postKind, commentKind],
};
