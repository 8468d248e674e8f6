import * as contract from '@commons/contract/points/schemas';
import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { HealthFigure, Feature, FeatureContext } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import { firstIdAt } from '../../platform/database/columns.ts';
import { onlyRow } from '../../platform/database/database.ts';
import { subscriber } from '../../platform/database/domain-events.ts';
import { cursorOf, instantKey, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { settingsChanged } from '../profiles/index.ts';
import { getStanding, keyOf, listLeaderboard, toEntry } from './leaderboard.queries.ts';
import { leaderboardStandings } from './leaderboard.tables.ts';
import { personalData as leaderboardData } from './leaderboard.tables.ts';
import { isListed } from './points.counters.ts';
import { pointsSubscribers } from './points.ledger.ts';
import { getStreak, historyKeyOf, listHistory } from './points.queries.ts';
import { pointsCheck } from './points.recount.ts';
import { pointsLedger } from './points.tables.ts';
import { personalData as pointsData } from './points.tables.ts';

export { award } from './points.ledger.ts';

const historyCursor = cursorOf(z.object({ createdAt: instantKey, id: z.uuid() }));
const count = z.int32().min(0);
const leaderboardCursor = cursorOf(
  z.object({ points: count, reachedAt: instantKey, id: z.uuid(), rank: count, position: count }),
);

function pointsRoutes(app: FastifyInstance, { db }: FeatureContext): void {
  const member = { access: 'member' } as const;

  route(app, contract.listPointsHistory, { access: 'member', cursor: historyCursor }, async (call) => {
    const { viewer, query, after } = call;
    const rows = await listHistory(db, viewer.id, { before: after, rowCount: query.limit + 1 });
    return toPage(rows, query.limit, (row) => row, historyKeyOf);
  });

  route(app, contract.getStreak, member, ({ viewer, query }) => getStreak(db, viewer.id, query.timeZone));

  route(app, contract.listLeaderboard, { access: 'member', cursor: leaderboardCursor }, async (call) => {
    const { viewer, query, after } = call;
    const rows = await listLeaderboard(db, viewer, query.period, { after, rowCount: query.limit + 1 });
    return toPage(rows, query.limit, toEntry, keyOf);
  });

  route(app, contract.getStanding, member, ({ viewer, query }) => getStanding(db, viewer, query.period));
}

const minutes: HealthFigure = {
  name: 'minutes',
  async count(db, { from, to }) {
    const total = sql<number>`(coalesce(sum(${pointsLedger.seconds}), 0) / 60)::integer`;
    const isOnDay = and(gte(pointsLedger.id, firstIdAt(from)), lt(pointsLedger.id, firstIdAt(to)));
    return onlyRow(await db.select({ total }).from(pointsLedger).where(isOnDay)).total;
  },
};

export const points: Feature = {
  name: 'points',
  registerRoutes: pointsRoutes,
  lockOrder: 50,
  subscribers: [
    ...pointsSubscribers,
    subscriber(settingsChanged, 'Lists or hides the member on the leaderboards.', async ({ tx }, { memberId }) => {
      await tx
        .update(leaderboardStandings)
        .set({ isListed })
        .from(users)
        .where(and(eq(leaderboardStandings.memberId, memberId), eq(users.id, memberId)));
    }),
  ],
  healthFigures: [minutes],
  checks: [pointsCheck],
  personalData: [...pointsData, ...leaderboardData],
};
