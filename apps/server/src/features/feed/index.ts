import { and, gte, lt, ne, not, sql } from 'drizzle-orm';
import type { HealthFigure, Day, Feature } from '../../community/feature.ts';
import { firstIdAt } from '../../platform/database/columns.ts';
import { onlyRow } from '../../platform/database/database.ts';
import { postKind } from './feed.contributions.ts';
import { feedRoutes } from './feed.routes.ts';
import { pictureAudience } from './pictures.service.ts';
import { pollChecks } from './polls.queries.ts';
import { removeVotesOfLeavingMember } from './polls.service.ts';
import { personalData, postComments, posts } from './posts.tables.ts';

/** SQL condition: a published post of this day. Ids start with the time, so no other index is needed. */
const isOfDay = ({ from, to }: Day) =>
  and(gte(posts.id, firstIdAt(from)), lt(posts.id, firstIdAt(to)), not(posts.isAwaitingReview), not(posts.isRemoved));

const publishedPosts: HealthFigure = { name: 'posts', count: (db, day) => db.$count(posts, isOfDay(day)) };

/** Median time in minutes from a post of the day to the first comment by another member. */
const firstAnswerTime: HealthFigure = {
  name: 'firstAnswerMinutes',
  async count(db, day) {
    const firstComments = db
      .select({ at: sql<Date>`min(${postComments.createdAt})`.as('at') })
      .from(postComments)
      .where(
        and(
          sql`${postComments.subjectId} = ${posts.id}`,
          ne(postComments.authorId, posts.authorId),
          not(postComments.isAwaitingReview),
          not(postComments.isRemoved),
        ),
      )
      .as('answers');
    const median = sql<number | null>`percentile_cont(0.5) WITHIN GROUP (
      ORDER BY extract(epoch FROM ${firstComments.at} - ${posts.createdAt}) / 60
    )`;
    return onlyRow(
      await db
        .select({ median })
        .from(posts)
        .innerJoinLateral(firstComments, sql`${firstComments.at} IS NOT NULL`)
        .where(isOfDay(day)),
    ).median;
  },
};

export const feed: Feature = {
  name: 'feed',
  registerRoutes: feedRoutes,
  healthFigures: [publishedPosts, firstAnswerTime],
  ...postKind.manifest,
  pictureAudience,
  checks: [...postKind.manifest.checks, ...pollChecks],
  personalData,
  departures: [...postKind.manifest.departures, removeVotesOfLeavingMember],
};
