import { winErrors } from '@commons/contract/wins';
import type { Contribution } from '../../platform/contributions.ts';
import { errorsOf } from '../../platform/errors.ts';
import type { ContributionKind } from '../../platform/feature.ts';
import { reactionsTo, subjectKind } from '../contributions/index.ts';
import { findReportedWins } from './wins.queries.ts';
import { winCheers, wins } from './wins.tables.ts';

export const winError = errorsOf(winErrors);

export const winKind: ContributionKind = { name: 'win', points: 1, isSupport: false, report: findReportedWins };

export const winContribution = ({ id, authorId }: { id: string; authorId: string }): Contribution => ({
  kind: winKind,
  id,
  authorId,
  subject: null,
});

export const winSubject = subjectKind({
  name: winKind.name,
  table: wins,
  notFound: () => winError('wins.not_found'),
});

export const cheers = reactionsTo(winSubject, {
  name: 'cheer',
  table: winCheers,
  frame: (winId, { likesCount, countsRevision }) => ({ type: 'cheer.changed', winId, likesCount, countsRevision }),
});
