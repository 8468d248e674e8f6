import * as contract from '@commons/contract/points/schemas';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Kit } from '../../platform/feature.ts';
import { cursorOf, instantKey, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { historyKeyOf, listHistory } from './history.queries.ts';
import { getStanding, keyOf, listLeaderboard, toEntry } from './leaderboard.queries.ts';
import { getStreak } from './streak.queries.ts';

const historyCursor = cursorOf(z.object({ createdAt: instantKey, id: z.uuid() }));
const count = z.int32().min(0);
const leaderboardCursor = cursorOf(
  z.object({ points: count, reachedAt: instantKey, id: z.uuid(), rank: count, position: count }),
);

export function pointsRoutes(app: FastifyInstance, { db }: Kit): void {
  const member = { access: 'member' } as const;

  route(app, contract.listPointsHistory, { access: 'member', cursor: historyCursor }, async (call) => {
    const { viewer, query, after, sendPage } = call;
    const rows = await listHistory(db, viewer.id, { before: after, rowCount: query.limit + 1 });
    return sendPage(
      200,
      toPage(rows, query.limit, historyKeyOf, (row) => row),
    );
  });

  route(app, contract.getStreak, member, async ({ viewer, query, send }) =>
    send(200, await getStreak(db, viewer.id, query.timeZone)),
  );

  route(app, contract.listLeaderboard, { access: 'member', cursor: leaderboardCursor }, async (call) => {
    const { viewer, query, after, sendPage } = call;
    const rows = await listLeaderboard(db, viewer, query.period, { after, rowCount: query.limit + 1 });
    return sendPage(200, toPage(rows, query.limit, keyOf, toEntry));
  });

  route(app, contract.getStanding, member, async ({ viewer, query, send }) =>
    send(200, await getStanding(db, viewer, query.period)),
  );
}
