import type { Authorization, ListScene } from '../../../test/scene.ts';
import { award } from './points.ledger.ts';

/** More points than the others of a test have: the first page has fifty. */
const earn = ({ community, author }: ListScene) =>
  community.work(async (work) => {
    await award(work, { memberId: author.id, kind: 'test', occasion: 'to be listed', points: 1_000 });
  });

const earnFor = (period: string) => async (scene: ListScene) => {
  await earn(scene);
  return { path: `/api/leaderboard?period=${period}` };
};

export const authorization: Authorization = {
  rows: `
    GET /api/points/history  401 200 200 200 200 200 200
    GET /api/points/streak   401 200 200 200 200 200 200
    GET /api/leaderboard     401 200 200 200 200 200 200
    GET /api/leaderboard/me  401 200 200 200 200 200 200
  `,
  // The ledger is its member's own. A place on the leaderboard is nothing that is held for review.
  visibility: {
    rows: `
      GET /api/points/history      hidden hidden hidden hidden hidden 401 hidden
      GET /api/leaderboard         shown  shown  hidden hidden shown  401 shown
      GET /api/leaderboard?month   shown  shown  hidden hidden shown  401 shown
      GET /api/leaderboard?week    shown  shown  hidden hidden shown  401 shown
    `,
    lists: {
      'GET /api/points/history': ({ community, author, reader }) =>
        community.work(async (work) => {
          await award(work, { memberId: reader.id, kind: 'test', occasion: author.id, points: 1 });
        }),
      'GET /api/leaderboard': earn,
      'GET /api/leaderboard?month': earnFor('month'),
      'GET /api/leaderboard?week': earnFor('week'),
    },
  },
  calls: {},
};
