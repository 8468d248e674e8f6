import { type ClientBase, escapeLiteral } from 'pg';

/** A statement as it went to the database; the name of one that is not prepared is empty. */
export type SentStatement = { name: string; text: string; values: readonly Value[] };
type Value = string | number | boolean | Date | null | readonly string[];

/** What a spied `query` of `pg` was asked. What our statements have is not their own: it cannot be spread. */
export const sentStatements = (calls: readonly unknown[][]): SentStatement[] =>
  calls.map(([statement, values]) => {
    const { name = '', text, values: own } = Object(statement) as Partial<SentStatement>;
    return { name, text: text ?? String(statement), values: (values as Value[] | undefined) ?? own ?? [] };
  });

/** PostgreSQL plans a prepared statement for its values at first and for all values later: both must be good. */
export const planModes = ['force_generic_plan', 'force_custom_plan'] as const;
export type PlanMode = (typeof planModes)[number];

/** The plan of a statement, one line for each of PostgreSQL's. */
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

/** The tables that a plan reads from end to end. */
export const tablesScanned = (plan: readonly string[]): string[] =>
  plan.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? []);

function literal(value: Value): string {
  if (value === null) return 'NULL';
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  return typeof value === 'object' ? escapeLiteral(`{${value.join(',')}}`) : escapeLiteral(String(value));
}
