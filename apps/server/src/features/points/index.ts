import { and, eq, gte, lt, sql } from 'drizzle-orm';
import { firstIdAt } from '../../platform/database/columns.ts';
import { onlyRow } from '../../platform/database/database.ts';
import { subscriber } from '../../platform/database/domain-events.ts';
import type { DailyFigure, Feature } from '../../platform/feature.ts';
import { users } from '../members/users.tables.ts';
import { settingsChanged } from '../profiles/index.ts';
import { countLeaderboard } from './leaderboard.steps.ts';
import { leaderboardStandings } from './leaderboard.tables.ts';
import { personalData as leaderboardData } from './leaderboard.tables.ts';
import { pointsCheck } from './points.checks.ts';
import { isListed } from './points.figures.ts';
import { fillOccasions, pointsSubscribers } from './points.ledger.ts';
import { fillStandings } from './points.recount.ts';
import { pointsRoutes } from './points.routes.ts';
import { pointsLedger } from './points.tables.ts';
import { personalData as pointsData } from './points.tables.ts';

export { award } from './points.ledger.ts';

const minutes: DailyFigure = {
  name: 'minutes',
  async count(db, { from, to }) {
    const total = sql<number>`(coalesce(sum(${pointsLedger.seconds}), 0) / 60)::integer`;
    const ofDay = and(gte(pointsLedger.id, firstIdAt(from)), lt(pointsLedger.id, firstIdAt(to)));
    return onlyRow(await db.select({ total }).from(pointsLedger).where(ofDay)).total;
  },
};

export const points: Feature = {
  name: 'points',
  open: pointsRoutes,
  subscribers: [
    ...pointsSubscribers,
    // Who leaves the leaderboard is on none of its lists from then on; who comes back stands where their points are.
    subscriber(settingsChanged, async ({ tx }, { memberId }) => {
      await tx
        .update(leaderboardStandings)
        .set({ isListed })
        .from(users)
        .where(and(eq(leaderboardStandings.memberId, memberId), eq(users.id, memberId)));
    }),
  ],
  dailyFigures: [minutes],
  jobs: ({ db, transact }) => [
    { name: 'points-occasions', cron: '53 * * * *', run: () => fillOccasions(db) },
    { name: 'points-standings', cron: '23 * * * *', run: () => fillStandings(db, transact) },
    { name: 'leaderboard-steps', cron: '*/10 * * * *', run: () => countLeaderboard(transact) },
  ],
  checks: [pointsCheck],
  personalData: [...pointsData, ...leaderboardData],
};
