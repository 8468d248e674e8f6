import { winErrors } from '@commons/contract/wins';
import type { Contribution } from '../../platform/contributions.ts';
import { errorsOf } from '../../platform/errors.ts';
import type { ContributionKind } from '../../platform/feature.ts';
import { moderationOf, reactionsTo, subjectKind } from '../contributions/index.ts';
import { findReportedWins } from './wins.queries.ts';
import { winCheers, wins } from './wins.tables.ts';

export const winError = errorsOf(winErrors);

export const winKind: ContributionKind = {
  name: 'win',
  table: wins,
  points: 1,
  isSupport: false,
  report: findReportedWins,
  thread: 'none',
  moderation: moderationOf(wins, () => winSubject, {
    contribution: (win) => winContribution(win),
    frames: {
      created: ({ id, authorId, category }) => ({ type: 'win.created', winId: id, authorId, category }),
      deleted: (winId) => ({ type: 'win.deleted', winId }),
    },
  }),
};

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
  quote: ({ title, content }) => ({ title, content }),
});

export const cheers = reactionsTo(winSubject, {
  name: 'cheer',
  table: winCheers,
  frame: (winId, { likesCount, countsRevision }) => ({ type: 'cheer.changed', winId, likesCount, countsRevision }),
});
