import type { Authorization, ListScene } from '../../../test/scene.ts';
import { award } from './points.ledger.ts';

/** Awards enough points for the first page of fifty. */
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
  // The ledger is private. A flagged member stays on the leaderboard.
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
