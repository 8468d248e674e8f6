import type { Pool, PoolClient } from 'pg';
import { planModes, planOf, type SentStatement, tablesScanned } from '../../apps/server/test/plans.ts';
import type { Measurement } from './measurement.ts';

/** PostgreSQL reads a table of a few pages faster than its index. */
const smallBytes = 64 * 1024;

/**
 * Prints the generic plan of each statement. Counts the sequential scans of tables that are not small, over all plans.
 */
export async function explain(pool: Pool, statements: SentStatement[]): Promise<Measurement> {
  const client = await pool.connect();
  const distinct = new Map(statements.map((statement) => [statement.name, statement]));
  const scanned: string[] = [];
  try {
    for (const [name, statement] of distinct)
      for (const mode of planModes) {
        const plan = await planOf(client, statement, mode);
        for (const table of tablesScanned(plan))
          if (!(await isSmall(client, table))) scanned.push(`${table} (${name}, ${mode})`);
        if (mode === 'force_generic_plan') console.log(`\n${name}\n${plan.map((line) => `  ${line}`).join('\n')}`);
      }
  } finally {
    client.release();
  }
  return {
    name: 'plans that scan a whole table',
    value: scanned.length,
    unit: '',
    target: { atMost: 0 },
    note: scanned.join(', ') || `${distinct.size} statements, generic and custom plans`,
  };
}

async function isSmall(client: PoolClient, table: string): Promise<boolean> {
  const { rows } = await client.query<{ bytes: string }>('SELECT pg_relation_size($1::regclass) AS bytes', [table]);
  return Number(rows[0]?.bytes) <= smallBytes;
}
