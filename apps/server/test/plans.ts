import { Client, type ClientBase, escapeLiteral, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Community, setUpIdleCommunity } from './community.ts';
import { populate, type PopulationSize } from './population.ts';

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

/** Statements of the session lookup, the transaction, the bus and the timer that starts the queue of notifications. */
export const commonStatements: ReadonlySet<string> = new Set([
  'sessions_by_token',
  'begin',
  'commit',
  'bus_notify',
  'enqueue notifications',
]);

type Plans = {
  size?: PopulationSize;
  /** SQL that adds rows to the populated community. */
  fill?: string;
  /** Prepares the calls whose statements are recorded. */
  prepare: (community: Community, client: PoolClient) => Promise<() => Promise<unknown>>;
  /** Whether a statement is recorded. Default: all but the common statements. */
  isRecorded?: (name: string) => boolean;
  /** The names of the recorded statements, in order. An unprepared one has an empty name. */
  names: string[];
  /** Matches the names of statements whose plan must not sort. Default: all. */
  unsorted?: RegExp;
  /** The tables that a statement may scan sequentially. */
  mayScan?: (name: string) => string[];
};

/** Tests which statements the calls of a feature execute, and their plans in a community with many rows. */
export function testPlans({ size = { members: 1_000, posts: 4_000 }, fill = '', mayScan, ...plans }: Plans) {
  const { prepare, isRecorded = (name) => !commonStatements.has(name), names, unsorted = /./ } = plans;
  const community = setUpIdleCommunity();
  const recorded: { client?: PoolClient; statements: SentStatement[] } = { statements: [] };
  beforeAll(async () => {
    const client = (recorded.client = await community.current.db.$client.connect());
    await populate(client, size);
    await client.query(fill);
    const callAll = await prepare(community.current, client);
    await client.query('VACUUM ANALYZE');
    const query = vi.spyOn(Client.prototype, 'query');
    await callAll();
    recorded.statements = sentStatements(query.mock.calls).filter(({ name }) => isRecorded(name));
    query.mockRestore();
  });
  afterAll(() => recorded.client!.release());

  test('the calls execute exactly the expected statements', () => {
    expect(recorded.statements.map(({ name }) => name)).toEqual(names);
  });

  test.each(planModes)('with %s no table is scanned sequentially and no list is sorted', async (mode) => {
    for (const statement of recorded.statements) {
      const plan = await planOf(recorded.client!, statement, mode);
      const scans = tablesScanned(plan).filter((table) => !mayScan?.(statement.name).includes(table));
      const sorts = plan.filter((line) => unsorted.test(statement.name) && /Sort|Hash Join|Merge/.test(line));
      expect([...scans, ...sorts], `${statement.name}\n${plan.join('\n')}`).toEqual([]);
    }
  });
  return {
    community,
    /** Returns the plan of each recorded statement whose name matches. */
    plansOf: async (pattern: RegExp, mode: PlanMode): Promise<string[]> => {
      const plans: string[] = [];
      for (const statement of recorded.statements.filter(({ name }) => pattern.test(name)))
        plans.push((await planOf(recorded.client!, statement, mode)).join('\n'));
      return plans;
    },
  };
}
