import { type CommunityStats, getCommunityStats } from '@commons/contract/community/schemas';
import { gt, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Kit } from '../../platform/feature.ts';
import { route } from '../../platform/http/routes.ts';
import { users } from '../members/users.tables.ts';
import { getSupportGiven } from './community.support.ts';

/** Counting who was active grows with the community; once a minute for each process it costs nothing at any size. */
const freshMilliseconds = 60_000;

export function communityRoutes(app: FastifyInstance, { db }: Kit): void {
  let counted: { stats: Promise<CommunityStats>; at: number } | undefined;
  route(app, getCommunityStats, { access: 'member' }, async ({ send }) => {
    if (!counted || Date.now() - counted.at > freshMilliseconds) {
      counted = { stats: countStats(db), at: Date.now() };
      counted.stats.catch(() => {
        counted = undefined;
      });
    }
    return send(200, await counted.stats);
  });
}

async function countStats(db: Database): Promise<CommunityStats> {
  const activeSince = (interval: '30 days' | '24 hours') =>
    db.$count(users, gt(users.lastActiveAt, sql`now() - ${interval}::interval`));
  const [activeMembers, dailyCheckIns, supportGiven] = await Promise.all([
    activeSince('30 days'),
    activeSince('24 hours'),
    getSupportGiven(db),
  ]);
  return { activeMembers, dailyCheckIns, supportGiven };
}
