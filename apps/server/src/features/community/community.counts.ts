import { type CommunityStats, getCommunityStats } from '@commons/contract/community/schemas';
import { gt, sql, sum } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  type Contribution,
  contributionCreated,
  contributionsRemoved,
  contributionsRestored,
  reactionsChanged,
} from '../../platform/contributions.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { type Database, onlyRow } from '../../platform/database/database.ts';
import { type Subscriber, subscriber } from '../../platform/database/domain-events.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { FeatureContext } from '../../platform/feature.ts';
import { route } from '../../platform/http/routes.ts';
import { users } from '../members/users.tables.ts';
import { supportCounters } from './community.tables.ts';

/** Cache time of the counts for each process, because they take longer in larger communities. */
const cacheMilliseconds = 60_000;

export function communityRoutes(app: FastifyInstance, { db }: FeatureContext): void {
  let cached: { stats: Promise<CommunityStats>; at: number } | undefined;
  route(app, getCommunityStats, { access: 'member' }, async ({ send }) => {
    if (!cached || databaseNow().getTime() - cached.at > cacheMilliseconds) {
      cached = { stats: countStats(db), at: databaseNow().getTime() };
      // Waiting callers get the error. The next caller counts again.
      cached.stats.catch(() => {
        cached = undefined;
      });
    }
    return send(200, await cached.stats);
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

/** Number of counter rows. A row is locked until its transaction commits, so many rows reduce contention. */
const shardCount = 128;

/** Counts reactions and supportive comments in the transactions that store or delete them. */
export const supportSubscribers: Subscriber[] = [
  subscriber(reactionsChanged, (work, { subject, memberId, by }) => updateSupport(work, memberId ?? subject.id, by)),
  subscriber(contributionCreated, (work, { kind, authorId }) => updateSupport(work, authorId, kind.isSupport ? 1 : 0)),
  subscriber(contributionsRemoved, (work, { contributions }) => updateSupportOf(work, contributions, -1)),
  subscriber(contributionsRestored, (work, { contributions }) => updateSupportOf(work, contributions, 1)),
];

async function updateSupportOf(work: UnitOfWork, contributions: Contribution[], by: 1 | -1): Promise<void> {
  const [first, ...rest] = contributions.filter(({ kind }) => kind.isSupport);
  // Uses the shard of the subject, like reactions in the same transaction: locking two shards could deadlock.
  if (first) await updateSupport(work, first.subject?.id ?? first.id, by * (1 + rest.length));
}

/** Adds to the shard of an id. The last digits of ids are random, so shards are used evenly. */
async function updateSupport(work: UnitOfWork, shardKey: string, by: number): Promise<void> {
  if (by === 0) return;
  await addSupport(work.tx, { shard: shardOf(shardKey), by });
}

/** Returns the shard that counts the support of an id. */
export const shardOf = (id: string): number => Number.parseInt(id.slice(-4), 16) % shardCount;

const addSupport = namedStatement(
  'add_support',
  sql`INSERT INTO ${supportCounters} AS counter (shard, given) VALUES (${sql.placeholder('shard')}, ${sql.placeholder('by')})
    ON CONFLICT (shard) DO UPDATE SET given = counter.given + excluded.given`,
  { values: { shard: 'smallint', by: 'bigint' } },
);

async function getSupportGiven(db: Database): Promise<number> {
  const { given } = onlyRow(await db.select({ given: sum(supportCounters.given) }).from(supportCounters));
  return Number(given ?? 0);
}
