import type { Feature } from '../../platform/feature.ts';
import { comments, postKind } from './feed.contributions.ts';
import { feedRoutes } from './feed.routes.ts';

export const feed: Feature = {
  name: 'feed',
  open: feedRoutes,
  contributions: [postKind, comments.kind],
};
