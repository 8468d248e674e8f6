import type { Contribution } from '../../platform/contributions.ts';
import type { ContributionKind } from '../../platform/feature.ts';
import { findReportedComments } from './comments.queries.ts';
import { findReportedPosts } from './posts.queries.ts';

export const postKind: ContributionKind = { name: 'post', points: 1, isSupport: false, report: findReportedPosts };

export const commentKind: ContributionKind = {
  name: 'comment',
  points: 1,
  isSupport: true,
  report: findReportedComments,
};

type Written = { id: string; authorId: string };

export const postSubject = ({ id, authorId }: Written) => ({ kind: postKind.name, id, authorId });

export const postContribution = ({ id, authorId }: Written): Contribution => ({
  kind: postKind,
  id,
  authorId,
  subject: null,
});

export const commentContribution = (post: Written, { id, authorId }: Written): Contribution => ({
  kind: commentKind,
  id,
  authorId,
  subject: postSubject(post),
});
