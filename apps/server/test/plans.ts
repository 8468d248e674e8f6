import { type ClientBase, escapeLiteral } from 'pg';

/** A statement sent to the database. Unprepared statements have an empty name. */
export type SentStatement = { name: string; text: string; values: readonly Value[] };
type Value = string | number | boolean | Date | null | readonly string[];

/** Extracts the statements of a spied `pg` query function. */
export const sentStatements = (calls: readonly unknown[][]): SentStatement[] =>
  calls.map(([statement, values]) => {
    const { name = '', text, values: statementValues } = Object(statement) as Partial<SentStatement>;
    return { name, text: text ?? String(statement), values: (values as Value[] | undefined) ?? statementValues ?? [] };
  });

/** PostgreSQL first plans a prepared statement for its values and later for all values. Both plans must be good. */
export const planModes = ['force_generic_plan', 'force_custom_plan'] as const;
export type PlanMode = (typeof planModes)[number];

/** Returns the plan of a statement, line by line. */
export async function planOf(client: ClientBase, statement: SentStatement, mode: PlanMode): Promise<string[]> {
  await client.query(`SET plan_cache_mode = ${mode}`);
  await client.query(`PREPARE explained AS ${statement.text}`);
  try {
    const values = statement.values.map(literal).join(', ');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN EXECUTE explained${values === '' ? '' : `(${values})`}`,
    );
    return rows.map((row) => row['QUERY PLAN']);
  } finally {
    await client.query('DEALLOCATE explained');
    await client.query('RESET plan_cache_mode');
  }
}

/** Returns the tables that a plan reads with a sequential scan. */
export const tablesScanned = (plan: readonly string[]): string[] =>
  plan.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? []);

function literal(value: Value): string {
  if (value === null) return 'NULL';
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  return typeof value === 'object' ? escapeLiteral(`{${value.join(',')}}`) : escapeLiteral(String(value));
}
