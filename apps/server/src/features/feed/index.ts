import type { Feature } from '../../platform/feature.ts';
import { comments, likes, postKind } from './feed.contributions.ts';
import { feedFigures } from './feed.figures.ts';
import { feedRoutes } from './feed.routes.ts';
import { postsSearched } from './feed.search.ts';
import { pollChecks } from './polls.checks.ts';
import { takeVotesBack } from './polls.service.ts';
import { personalData } from './posts.tables.ts';

export const feed: Feature = {
  name: 'feed',
  open: feedRoutes,
  dailyFigures: feedFigures,
  searched: [postsSearched],
  contributions: [postKind, comments.kind],
  checks: [likes.check, comments.check, ...pollChecks],
  personalData,
  departures: [likes.departure, takeVotesBack],
};
