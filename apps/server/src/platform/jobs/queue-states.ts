import { sql } from 'drizzle-orm';
import type { Queryable } from '../database/database.ts';
import { columnsOf, namedStatement } from '../database/named-statements.ts';
import { isoTextOrNull } from '../database/statements.ts';

/** The state of one queue: number of due, active and failed runs, and the due time of the oldest due run. */
export type QueueState = { name: string; waiting: number; active: number; failed: number; oldestDueAt: string | null };

const isDue = sql`j.state IN ('created', 'retry') AND j.start_after <= now()`;

const queueStates = namedStatement(
  'queue_states',
  sql`
    SELECT q.name,
      (count(*) FILTER (WHERE ${isDue}))::int AS waiting,
      (count(*) FILTER (WHERE j.state = 'active'))::int AS active,
      (count(*) FILTER (WHERE j.state = 'failed'))::int AS failed,
      ${isoTextOrNull(sql`min(j.start_after) FILTER (WHERE ${isDue})`)} AS "oldestDueAt"
    FROM jobs.queue q LEFT JOIN jobs.job j ON j.name = q.name
    WHERE q.name NOT LIKE '\\_\\_%'
    GROUP BY q.name ORDER BY q.name`,
  {
    columns: columnsOf<QueueState>({
      name: 'text',
      waiting: 'integer',
      active: 'integer',
      failed: 'integer',
      oldestDueAt: 'text',
    }),
  },
);

/** Lists the queues of all jobs and tasks by name, without the library's internal queues. */
export const listQueues = (db: Queryable): Promise<QueueState[]> => queueStates(db, {});
