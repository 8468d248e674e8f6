import { winErrors } from '@commons/contract/wins';
import * as contract from '@commons/contract/wins/schemas';
import { contributionFeature, contributionKind } from '../../community/contributions/index.ts';
import type { Feature } from '../../community/feature.ts';
import { errorsOf } from '../../platform/errors.ts';
import { personalData, winCheers, wins as table } from './wins.tables.ts';

const winError = errorsOf(winErrors);

export const winKind = contributionKind({
  name: 'win',
  table,
  points: 1,
  notFound: () => winError('wins.not_found'),
  quote: ({ title, content }) => ({ title, content }),
  frames: {
    created: ({ id, authorId, category }) => ({ type: 'win.created', winId: id, authorId, category }),
    updated: (winId) => ({ type: 'win.updated', winId }),
    deleted: (winId) => ({ type: 'win.deleted', winId }),
  },
  reactions: {
    name: 'cheer',
    table: winCheers,
    frame: (winId, { likesCount, countsRevision }) => ({ type: 'cheer.changed', winId, likesCount, countsRevision }),
  },
});

export const wins: Feature = {
  name: 'wins',
  ...contributionFeature(winKind, {
    cannotChange: () => winError('wins.cannot_change'),
    filter: 'category',
    calls: {
      list: contract.listWins,
      get: contract.getWin,
      create: contract.createWin,
      update: contract.updateWin,
      delete: contract.deleteWin,
      react: contract.toggleCheer,
    },
  }),
  personalData,
};
