import { type CommunityStats, getCommunityStats } from '@commons/contract/community/schemas';
import { gt, sql, sum } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  type Contribution,
  contributionCreated,
  contributionsRemoved,
  contributionsRestored,
  reactionsMoved,
} from '../../platform/contributions.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { type Database, onlyRow } from '../../platform/database/database.ts';
import { type Subscriber, subscriber } from '../../platform/database/domain-events.ts';
import { named } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Kit } from '../../platform/feature.ts';
import { route } from '../../platform/http/routes.ts';
import { users } from '../members/users.tables.ts';
import { supportCounters } from './community.tables.ts';

/** Counting who was active grows with the community; once a minute for each process it costs nothing at any size. */
const freshMilliseconds = 60_000;

export function communityRoutes(app: FastifyInstance, { db }: Kit): void {
  let counted: { stats: Promise<CommunityStats>; at: number } | undefined;
  route(app, getCommunityStats, { access: 'member' }, async ({ send }) => {
    if (!counted || databaseNow().getTime() - counted.at > freshMilliseconds) {
      counted = { stats: countStats(db), at: databaseNow().getTime() };
      // The callers get the error; the next one counts again.
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

/** A counter is held until its transaction commits: with so many, those of one moment seldom want the same. */
const shardCount = 128;

/** Counts reactions and what is said in support as they come and go, in the transactions that store them. */
export const supportSubscribers: Subscriber[] = [
  subscriber(reactionsMoved, (work, { subject, memberId, by }) => moveSupport(work, memberId ?? subject.id, by)),
  subscriber(contributionCreated, (work, { kind, authorId }) => moveSupport(work, authorId, kind.isSupport ? 1 : 0)),
  subscriber(contributionsRemoved, (work, { contributions }) => moveSupportOf(work, contributions, -1)),
  subscriber(contributionsRestored, (work, { contributions }) => moveSupportOf(work, contributions, 1)),
];

async function moveSupportOf(work: UnitOfWork, contributions: Contribution[], by: 1 | -1): Promise<void> {
  const [first, ...others] = contributions.filter(({ kind }) => kind.isSupport);
  // By the subject, as its reactions, which may come or go in the same transaction: of two shards another one may hold the
  // second.
  if (first) await moveSupport(work, first.subject?.id ?? first.id, by * (1 + others.length));
}

/** Any shard will do; ids spread well by their last digits, which are random. */
async function moveSupport(work: UnitOfWork, spreadBy: string, by: number): Promise<void> {
  if (by === 0) return;
  await addSupport(work.tx, { shard: shardOf(spreadBy), by });
}

/** Where what has to do with an id is counted. */
export const shardOf = (id: string): number => Number.parseInt(id.slice(-4), 16) % shardCount;

const addSupport = named(
  'add_support',
  sql`INSERT INTO ${supportCounters} AS counter (shard, given) VALUES (${sql.placeholder('shard')}, ${sql.placeholder('by')})
    ON CONFLICT (shard) DO UPDATE SET given = counter.given + excluded.given`,
);

async function getSupportGiven(db: Database): Promise<number> {
  const { given } = onlyRow(await db.select({ given: sum(supportCounters.given) }).from(supportCounters));
  return Number(given ?? 0);
}
