// Rules for migrations that run while the previous version uses the database. Uses PostgreSQL's own parser.
import { type IndexStmt, type Node, parseSync, type RangeVar } from 'libpg-query';
import { type KnownChecks, tableFaults } from './migrations.tables.ts';

export interface MigrationFile {
  /** File name without extension. */
  readonly name: string;
  readonly sql: string;
}

/** Faults by the name of the migration. */
export type Faults = ReadonlyMap<string, readonly string[]>;

/**
 * Finds statements that block members in a large table or remove something that the previous version uses. `files` are
 * all migrations in order, because SET NOT NULL depends on earlier ones. Call `loadModule` of the parser first.
 */
export function findFaults(files: readonly MigrationFile[]): Faults {
  const checks: KnownChecks = { added: new Map(), validated: new Set() };
  return new Map(files.map(({ name, sql }) => [name, faultsOf(sql, checks)]));
}

/** Returns a message for each fault of a migration that is not exempted, and for each unneeded exemption. */
export function refusals(faults: Faults, exempted: Readonly<Record<string, string>>): string[] {
  const refused = [...faults].filter(([name]) => !(name in exempted));
  const unneeded = Object.keys(exempted).filter((name) => (faults.get(name) ?? []).length === 0);
  return [
    ...refused.flatMap(([name, messages]) => messages.map((message) => `${name}: ${message}`)),
    ...unneeded.map((name) => `${name} is exempted but has no faults.`),
  ];
}

function faultsOf(sql: string, checks: KnownChecks): string[] {
  const parts = sql.split('--> statement-breakpoint');
  let statements: Node[];
  try {
    statements = parts.flatMap((part) => parseSync(part).stmts?.flatMap(({ stmt }) => stmt ?? []) ?? []);
  } catch (error) {
    return [`PostgreSQL cannot read it: ${(error as Error).message}`];
  }
  if (statements.some(isConcurrent)) return concurrentFaults(statements, parts.length);
  const createdTables = new Set<string>();
  const isNew = (table: RangeVar | undefined) => createdTables.has(nameOf(table));
  const locked = new Set<string>();
  return statements.flatMap((statement) => {
    if ('CreateStmt' in statement) createdTables.add(nameOf(statement.CreateStmt.relation));
    return statementFaults(statement, isNew, locked, checks);
  });
}

/** Returns the name of a table, without the schema `public`. */
const nameOf = (table: RangeVar | undefined): string =>
  [table?.schemaname, table?.relname].filter((part) => part !== undefined && part !== 'public').join('.');

const isConcurrent = (statement: Node): boolean =>
  ('IndexStmt' in statement && statement.IndexStmt.concurrent === true) ||
  ('DropStmt' in statement && statement.DropStmt.concurrent === true) ||
  'ReindexStmt' in statement;

/** Checks a migration that runs outside a transaction. It must be repeatable, because a failure is not rolled back. */
function concurrentFaults(statements: readonly Node[], partsCount: number): string[] {
  const dropped = new Set<string>();
  const faults: string[] = [];
  if (partsCount !== statements.length) faults.push('each statement needs its own breakpoint.');
  for (const statement of statements) {
    if ('DropStmt' in statement && statement.DropStmt.concurrent === true) {
      if (statement.DropStmt.missing_ok !== true) faults.push('DROP INDEX CONCURRENTLY needs IF EXISTS.');
      for (const name of namesIn(statement.DropStmt.objects)) dropped.add(name);
    } else if ('IndexStmt' in statement && statement.IndexStmt.concurrent === true)
      faults.push(...invalidIndexFaults(statement.IndexStmt, dropped));
    else faults.push('CONCURRENTLY runs outside a transaction: move the other statements to another migration.');
  }
  return faults;
}

const invalidIndexFaults = ({ idxname = '' }: IndexStmt, dropped: ReadonlySet<string>): string[] =>
  dropped.has(idxname)
    ? []
    : [`start with DROP INDEX CONCURRENTLY IF EXISTS "${idxname}": an interrupted build leaves an invalid index.`];

function namesIn(objects: readonly Node[] = []): string[] {
  return objects.map((object) => {
    const last = 'List' in object ? object.List.items?.at(-1) : undefined;
    return last && 'String' in last ? (last.String.sval ?? '') : '';
  });
}

/** Statements that do not read or change rows and do not remove anything. */
const harmlessStatements = new Set([
  'AlterTSConfigurationStmt',
  'AlterDefaultPrivilegesStmt',
  'CommentStmt',
  'CreateEnumStmt',
  'CreateExtensionStmt',
  'CreateFunctionStmt',
  'CreateSchemaStmt',
  'CreateSeqStmt',
  'CreateStatsStmt',
  'CreateStmt',
  'CreateTrigStmt',
  'DefineStmt',
  'GrantStmt',
  'ViewStmt',
]);

function statementFaults(
  statement: Node,
  isNew: (table: RangeVar | undefined) => boolean,
  locked: Set<string>,
  checks: KnownChecks,
): string[] {
  if ('AlterTableStmt' in statement) {
    const { relation, cmds = [] } = statement.AlterTableStmt;
    return isNew(relation) ? [] : tableFaults(nameOf(relation), cmds, locked, checks);
  }
  if ('IndexStmt' in statement) {
    const { idxname, relation } = statement.IndexStmt;
    if (isNew(relation)) return [];
    return [
      `CREATE INDEX "${idxname}" blocks writes to "${nameOf(relation)}": create it CONCURRENTLY in its own migration.`,
    ];
  }
  if ('UpdateStmt' in statement || 'DeleteStmt' in statement) {
    const { relation } = 'UpdateStmt' in statement ? statement.UpdateStmt : statement.DeleteStmt;
    if (isNew(relation)) return [];
    return [
      `rows of "${nameOf(relation)}" stay locked until the migration ends: change them in batches in a job or task.`,
    ];
  }
  if ('InsertStmt' in statement) {
    const tables = tablesIn(statement.InsertStmt.selectStmt).filter((table) => !isNew(table));
    return tables.map((table) => `it reads "${nameOf(table)}" while it holds locks: use a job or task.`);
  }
  if ('DropStmt' in statement) return dropFaults(statement.DropStmt.removeType, namesIn(statement.DropStmt.objects));
  if ('RenameStmt' in statement)
    return ['the previous version uses the old name: add the new one, and drop the old one in a later version.'];
  const [kind = ''] = Object.keys(statement);
  return harmlessStatements.has(kind)
    ? []
    : [`it is unknown whether ${kind} blocks members: add a rule to lint/migrations.ts.`];
}

function dropFaults(objectType: string | undefined, names: readonly string[]): string[] {
  const quotedNames = names.map((name) => `"${name}"`).join(', ');
  if (objectType === 'OBJECT_TRIGGER') return [];
  if (objectType === 'OBJECT_INDEX')
    return [`DROP INDEX ${quotedNames} blocks reads and writes: drop it CONCURRENTLY in its own migration.`];
  return [`the previous version may use ${quotedNames}: drop it one version after its last use.`];
}

/** Returns all tables in a part of a statement. */
function tablesIn(part: unknown): RangeVar[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'RangeVar' ? [value as RangeVar] : tablesIn(value as unknown),
  );
}
