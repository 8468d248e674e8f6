import { sql, sum } from 'drizzle-orm';
import { contributionCreated, contributionsRemoved, reactionsMoved } from '../../platform/contributions.ts';
import { type Database, onlyRow } from '../../platform/database/database.ts';
import { type Subscriber, subscriber } from '../../platform/database/domain-events.ts';
import { named } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { supportCounters } from './community.tables.ts';

const shardCount = 32;

/** Counts reactions and what is said in support as they come and go, in the transactions that store them. */
export const supportSubscribers: Subscriber[] = [
  subscriber(reactionsMoved, (work, { subject, memberId, by }) => moveSupport(work, memberId ?? subject.id, by)),
  subscriber(contributionCreated, (work, { kind, authorId }) => moveSupport(work, authorId, kind.isSupport ? 1 : 0)),
  subscriber(contributionsRemoved, async (work, { contributions }) => {
    const [first, ...others] = contributions.filter(({ kind }) => kind.isSupport);
    if (first) await moveSupport(work, first.id, -1 - others.length);
  }),
];

/** Any shard will do; ids spread well by their last digits, which are random. */
async function moveSupport(work: UnitOfWork, spreadBy: string, by: number): Promise<void> {
  if (by === 0) return;
  const shard = Number.parseInt(spreadBy.slice(-4), 16) % shardCount;
  await addSupport(work.tx, { shard, by });
}

const addSupport = named(
  'add_support',
  sql`INSERT INTO ${supportCounters} AS counter (shard, given) VALUES (${sql.placeholder('shard')}, ${sql.placeholder('by')})
    ON CONFLICT (shard) DO UPDATE SET given = counter.given + excluded.given`,
);

export async function getSupportGiven(db: Database): Promise<number> {
  const { given } = onlyRow(await db.select({ given: sum(supportCounters.given) }).from(supportCounters));
  return Number(given ?? 0);
}
