import { type CommunityStats, getCommunityStats } from '@commons/contract/community/schemas';
import { gt, sql, sum } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  type Contribution,
  contributionCreated,
  contributionsRemoved,
  contributionsRestored,
  reactionsChanged,
} from '../../community/contributions/contribution-events.ts';
import type { FeatureContext } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { type Database, onlyRow } from '../../platform/database/database.ts';
import { type Subscriber, subscriber } from '../../platform/database/domain-events.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { route } from '../../platform/http/routes.ts';
import { supportChanges } from './community-stats.tables.ts';

/** Cache time of the counts for each process, because they take longer in larger communities. */
const cacheMilliseconds = 60_000;

export function communityRoutes(app: FastifyInstance, { db }: FeatureContext): void {
  let cached: { stats: Promise<CommunityStats>; at: number } | undefined;
  route(app, getCommunityStats, { access: 'member' }, async () => {
    if (!cached || databaseNow().getTime() - cached.at > cacheMilliseconds) {
      cached = { stats: countStats(db), at: databaseNow().getTime() };
      // Waiting callers get the error. The next caller counts again.
      cached.stats.catch(() => {
        cached = undefined;
      });
    }
    return cached.stats;
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

/** Records reactions and supportive comments in the transactions that store or delete them. */
export const supportSubscribers: Subscriber[] = [
  subscriber(reactionsChanged, 'Counts the change as support in the community.', (work, { by }) =>
    addSupport(work, by),
  ),
  subscriber(contributionCreated, 'Counts a supportive comment as support in the community.', (work, { kind }) =>
    addSupport(work, kind.isSupport ? 1 : 0),
  ),
  subscriber(contributionsRemoved, 'Subtracts the supportive comments.', (work, { contributions }) =>
    addSupport(work, -countSupport(contributions)),
  ),
  subscriber(contributionsRestored, 'Counts the supportive comments again.', (work, { contributions }) =>
    addSupport(work, countSupport(contributions)),
  ),
];

const countSupport = (contributions: Contribution[]): number =>
  contributions.filter(({ kind }) => kind.isSupport).length;

/** Appends a row instead of updating a counter, so that likes never wait for each other. */
async function addSupport(work: UnitOfWork, given: number): Promise<void> {
  if (given !== 0) await insertSupport(work.tx, { given });
}

const insertSupport = namedStatement(
  'add_support',
  sql`INSERT INTO ${supportChanges} (given) VALUES (${sql.placeholder('given')})`,
  { values: { given: 'bigint' } },
);

/** Replaces the rows with a single row for their sum. */
export async function sumUpSupport(db: Database): Promise<void> {
  await db.execute(sql`WITH taken AS (DELETE FROM ${supportChanges} RETURNING given)
    INSERT INTO ${supportChanges} (given) SELECT sum(given) FROM taken HAVING count(*) > 0`);
}

async function getSupportGiven(db: Database): Promise<number> {
  const { given } = onlyRow(await db.select({ given: sum(supportChanges.given) }).from(supportChanges));
  return Number(given ?? 0);
}
