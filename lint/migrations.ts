// What a migration may do while the version before works on the same database. Read with the parser of PostgreSQL itself.
import { type IndexStmt, type Node, parseSync, type RangeVar } from 'libpg-query';
import { type KnownChecks, tableFaults } from './migrations.tables.ts';

export interface MigrationFile {
  /** Without its ending. */
  readonly name: string;
  readonly sql: string;
}

/** What is said of a migration, by its name. */
export type Faults = ReadonlyMap<string, readonly string[]>;

/**
 * Finds what would hold members up in a large table, or take from under the version before what it uses. `files` are all
 * migrations in order: whether a column may be NOT NULL is told by those before. The parser has to be loaded.
 */
export function findFaults(files: readonly MigrationFile[]): Faults {
  const checks: KnownChecks = { added: new Map(), proven: new Set() };
  return new Map(files.map(({ name, sql }) => [name, faultsOf(sql, checks)]));
}

/** Each migration that has faults and is not exempted, and each exemption that nothing needs. */
export function refusals(faults: Faults, exempted: Readonly<Record<string, string>>): string[] {
  const refused = [...faults].filter(([name]) => !(name in exempted));
  const idle = Object.keys(exempted).filter((name) => (faults.get(name) ?? []).length === 0);
  return [
    ...refused.flatMap(([name, messages]) => messages.map((message) => `${name}: ${message}`)),
    ...idle.map((name) => `${name} is exempted, and nothing is wrong with it.`),
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
  const made = new Set<string>();
  const isNew = (table: RangeVar | undefined) => made.has(nameOf(table));
  const locked = new Set<string>();
  return statements.flatMap((statement) => {
    if ('CreateStmt' in statement) made.add(nameOf(statement.CreateStmt.relation));
    return statementFaults(statement, isNew, locked, checks);
  });
}

/** As it is written, without the schema that all tables are in. */
const nameOf = (table: RangeVar | undefined): string =>
  [table?.schemaname, table?.relname].filter((part) => part !== undefined && part !== 'public').join('.');

const isConcurrent = (statement: Node): boolean =>
  ('IndexStmt' in statement && statement.IndexStmt.concurrent === true) ||
  ('DropStmt' in statement && statement.DropStmt.concurrent === true) ||
  'ReindexStmt' in statement;

/** Outside a transaction nothing is undone: such a migration must be one that can be begun anew. */
function concurrentFaults(statements: readonly Node[], partsCount: number): string[] {
  const dropped = new Set<string>();
  const faults: string[] = [];
  if (partsCount !== statements.length) faults.push('each statement stands alone between breakpoints.');
  for (const statement of statements) {
    if ('DropStmt' in statement && statement.DropStmt.concurrent === true) {
      if (statement.DropStmt.missing_ok !== true) faults.push('DROP INDEX CONCURRENTLY says IF EXISTS.');
      for (const name of namesIn(statement.DropStmt.objects)) dropped.add(name);
    } else if ('IndexStmt' in statement && statement.IndexStmt.concurrent === true)
      faults.push(...halfBuiltFaults(statement.IndexStmt, dropped));
    else faults.push('CONCURRENTLY runs outside a transaction: the other statements go into a migration of their own.');
  }
  return faults;
}

const halfBuiltFaults = ({ idxname = '' }: IndexStmt, dropped: ReadonlySet<string>): string[] =>
  dropped.has(idxname)
    ? []
    : [`DROP INDEX CONCURRENTLY IF EXISTS "${idxname}" comes first: a start that was cut off left half of it.`];

function namesIn(objects: readonly Node[] = []): string[] {
  return objects.map((object) => {
    const last = 'List' in object ? object.List.items?.at(-1) : undefined;
    return last && 'String' in last ? (last.String.sval ?? '') : '';
  });
}

/** Statements that neither read nor change rows, nor take away what is there. */
const harmless = new Set([
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
    return [`CREATE INDEX "${idxname}" stops writing to "${nameOf(relation)}": make it CONCURRENTLY, by itself.`];
  }
  if ('UpdateStmt' in statement || 'DeleteStmt' in statement) {
    const { relation } = 'UpdateStmt' in statement ? statement.UpdateStmt : statement.DeleteStmt;
    if (isNew(relation)) return [];
    return [`rows of "${nameOf(relation)}" stay locked until it ends: let a job or a task do it, some at a time.`];
  }
  if ('InsertStmt' in statement) {
    const tables = tablesIn(statement.InsertStmt.selectStmt).filter((table) => !isNew(table));
    return tables.map((table) => `it reads "${nameOf(table)}" while it holds locks: let a job or a task do it.`);
  }
  if ('DropStmt' in statement) return dropFaults(statement.DropStmt.removeType, namesIn(statement.DropStmt.objects));
  if ('RenameStmt' in statement)
    return ['the version before knows what is renamed by its old name: add, move over, and drop a version later.'];
  const [kind = ''] = Object.keys(statement);
  return harmless.has(kind) ? [] : [`nobody has said yet whether ${kind} holds members up (lint/migrations.ts).`];
}

function dropFaults(what: string | undefined, names: readonly string[]): string[] {
  const named = names.map((name) => `"${name}"`).join(', ');
  if (what === 'OBJECT_TRIGGER') return [];
  if (what === 'OBJECT_INDEX')
    return [`DROP INDEX ${named} stops reading and writing: make it CONCURRENTLY, by itself.`];
  return [`the version before may use ${named}: drop it a version after the last that does.`];
}

/** Every table that a part of a statement reads from. */
function tablesIn(part: unknown): RangeVar[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'RangeVar' ? [value as RangeVar] : tablesIn(value as unknown),
  );
}
