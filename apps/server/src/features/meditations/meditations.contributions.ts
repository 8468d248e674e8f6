import { meditationErrors } from '@commons/contract/meditations';
import type { MeditationComment } from '@commons/contract/meditations/schemas';
import { sql } from 'drizzle-orm';
import type { Contribution } from '../../community/contributions/contribution-events.ts';
import { commentsOn, type Counts, subjectKind } from '../../community/contributions/index.ts';
import type { ContributionKind } from '../../community/feature.ts';
import { errorsOf } from '../../platform/errors.ts';
import { meditationComments, meditations } from './meditations.tables.ts';

export const meditationError = errorsOf(meditationErrors);

/** Meditations have no author to report or moderate. Their comments do. */
export const meditationKind: ContributionKind = {
  name: 'meditation',
  points: 5,
  isSupport: false,
  report: 'none',
  table: 'none',
  thread: 'none',
  moderation: 'none',
};

/** Returns the contribution that awards points to the admin who added a meditation. */
export const meditationContribution = (id: string, addedById: string): Contribution => ({
  kind: meditationKind,
  id,
  authorId: addedById,
  subject: null,
});

/** Meditations as a subject of comments. */
export const meditationSubject = subjectKind({
  name: meditationKind.name,
  table: meditations,
  isVisible: sql`true`,
  notFound: () => meditationError('meditations.not_found'),
  quote: ({ title, description }) => ({ title, content: description }),
});

/** Builds the frame of a comment. Meditations have no likes. */
const commentFrame =
  <Type extends `meditation_comment.${'created' | 'updated' | 'deleted'}`>(type: Type) =>
  (meditationId: string, commentId: string, { commentsCount, countsRevision }: Counts) => ({
    type,
    meditationId,
    commentId,
    commentsCount,
    countsRevision,
  });

/** Comments on meditations. */
export const comments = commentsOn(meditationSubject, {
  name: 'meditation_comment',
  table: meditationComments,
  toView: ({ subjectId, ...comment }): MeditationComment => ({ ...comment, meditationId: subjectId }),
  errors: {
    notFound: () => meditationError('meditations.comment_not_found'),
    notYours: () => meditationError('meditations.not_your_comment'),
    cannotDelete: () => meditationError('meditations.cannot_delete_comment'),
  },
  frames: {
    created: commentFrame('meditation_comment.created'),
    updated: commentFrame('meditation_comment.updated'),
    deleted: commentFrame('meditation_comment.deleted'),
  },
});
