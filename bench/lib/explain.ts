import type { Pool } from 'pg';
import { planModes, planOf, type SentStatement, tablesScanned } from '../../apps/server/test/plans.ts';
import type { Measurement } from './measurement.ts';

/** Prints the generic plan of each statement and counts the tables that any plan reads from end to end. */
export async function explain(pool: Pool, statements: SentStatement[]): Promise<Measurement> {
  const client = await pool.connect();
  const distinct = new Map(statements.map((statement) => [statement.name, statement]));
  const scanned: string[] = [];
  try {
    for (const [name, statement] of distinct)
      for (const mode of planModes) {
        const plan = await planOf(client, statement, mode);
        scanned.push(...tablesScanned(plan).map((table) => `${table} (${name}, ${mode})`));
        if (mode === 'force_generic_plan') console.log(`\n${name}\n${plan.map((line) => `  ${line}`).join('\n')}`);
      }
  } finally {
    client.release();
  }
  return {
    name: 'plans that scan a whole table',
    value: scanned.length,
    unit: '',
    bar: { atMost: 0 },
    note: scanned.join(', ') || `${distinct.size} statements, generic and custom plans`,
  };
}
