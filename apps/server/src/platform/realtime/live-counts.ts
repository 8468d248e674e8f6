import type { ServerFrame } from '@commons/contract/live/schemas';
import { sql } from 'drizzle-orm';
import type { PgSequence } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, onlyRow } from '../database/database.ts';
import { namedStatement } from '../database/named-statements.ts';
import type { UnitOfWork } from '../database/unit-of-work.ts';
import type { Bus } from './bus.ts';
import type { Sockets } from './sockets.ts';

/** A member's count. Of two values, the one with the higher revision is newer. */
export type LiveCount = { count: number; revision: number };

/** Delay before a failed count is retried. */
const retryMilliseconds = 1_000;

type Dependencies = { db: Database; bus: Bus; sockets: Sockets; log: Pick<FastifyBaseLogger, 'warn'> };

const nextRevision = namedStatement(
  'next_revision',
  sql`SELECT nextval(${sql.placeholder('sequence')}::text::regclass)::int AS revision`,
  { values: { sequence: 'text' }, columns: { revision: 'integer' } },
);

/**
 * Creates a badge count that is computed on request and updated in all tabs of the member. `count` leaves out members
 * with a count of 0.
 */
export function liveCount({
  name,
  revisions,
  count: countRows,
  toFrame,
}: {
  name: string;
  revisions: PgSequence;
  count: (db: Database, memberIds: string[]) => Promise<{ memberId: string; count: number }[]>;
  toFrame: (count: LiveCount) => ServerFrame;
}) {
  /**
   * Draws the revision in a separate statement before counting, so that the count includes everything committed before
   * the draw.
   */
  async function countAll(db: Database, memberIds: string[]): Promise<Map<string, LiveCount>> {
    const { revision } = onlyRow(await nextRevision(db, { sequence: revisions.seqName ?? '' }));
    const counts = new Map((await countRows(db, memberIds)).map(({ memberId, count }) => [memberId, count]));
    return new Map(memberIds.map((memberId) => [memberId, { count: counts.get(memberId) ?? 0, revision }]));
  }

  return {
    /** Counts for one member. */
    get: async (db: Database, memberId: string): Promise<LiveCount> =>
      onlyRow([...(await countAll(db, [memberId])).values()]),

    /** Recounts the badge in every tab of the members after the transaction commits. */
    notify(work: UnitOfWork, memberIds: string[]): void {
      if (memberIds.length > 0) work.publish({ note: name, ids: [], memberIds });
    },

    /** Starts counting for changed members with a tab in this process. Returns a function that stops it. */
    start({ db, bus, sockets, log }: Dependencies): () => void {
      const changedMembers = new Set<string>();
      let isCounting = false;
      let retry: NodeJS.Timeout | undefined;

      const count = async () => {
        if (isCounting) return;
        isCounting = true;
        while (changedMembers.size > 0) {
          // Changes during a count are combined into the next one.
          const memberIds = [...changedMembers];
          changedMembers.clear();
          try {
            for (const [memberId, value] of await countAll(db, memberIds)) sockets.deliver(memberId, toFrame(value));
          } catch (error) {
            log.warn({ err: error, figure: name }, 'a live count failed and will be retried');
            for (const memberId of memberIds) changedMembers.add(memberId);
            retry = setTimeout(() => void count(), retryMilliseconds);
            break;
          }
        }
        isCounting = false;
      };

      bus.subscribe((envelope) => {
        if (!('note' in envelope) || envelope.note !== name) return;
        for (const memberId of envelope.memberIds) if (sockets.has(memberId)) changedMembers.add(memberId);
        void count();
      });
      return () => clearTimeout(retry);
    },
  };
}
