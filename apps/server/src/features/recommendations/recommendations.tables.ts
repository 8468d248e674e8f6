import { recommendationTypes } from '@commons/contract/recommendations';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { reactionsTable, subjectColumns } from '../../community/contributions/contributions.tables.ts';
import { type PersonalData, writtenBy } from '../../community/personal-data.ts';

/** Journal prompts, books and podcasts that members recommend to each other. */
export const recommendations = pgTable(
  'recommendations',
  {
    ...subjectColumns(),
    type: text({ enum: recommendationTypes }).notNull(),
    title: text().notNull(),
    content: text().notNull(),
    link: text(),
  },
  (table) => [
    index('recommendations_by_type').on(table.type, table.id),
    index('recommendations_by_author').on(table.authorId, table.id),
    check('recommendations_title_length', sql`char_length(${table.title}) BETWEEN 1 AND 200`),
    check('recommendations_content_length', sql`char_length(${table.content}) BETWEEN 1 AND 2000`),
    // The contract validates addresses fully; the database also ensures the scheme.
    check('recommendations_link_is_http', sql`${table.link} ~* '^https?://'`),
    check('recommendations_likes_not_negative', sql`${table.likesCount} >= 0`),
  ],
);

export const recommendationLikes = reactionsTable('recommendation', 'likes', () => recommendations.id);

/** The counter is deleted with its recommendation, after the removal events have reversed the likes. */
export const cascades = ['recommendation_likes.recommendation_id'];

export const personalData: PersonalData[] = [
  {
    table: recommendations,
    description: 'your recommendations',
    purpose: 'members read them',
    retention: 'you delete them',
    references: [writtenBy(recommendations.authorId)],
  },
  {
    table: recommendationLikes,
    description: 'your likes of recommendations',
    purpose: 'members see which recommendations are useful',
    retention: 'you remove the like, or the recommendation is deleted',
    references: [writtenBy(recommendationLikes.memberId)],
  },
];
