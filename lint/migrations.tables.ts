// What ALTER TABLE may do to a table in which there are rows already.
import type { AlterTableCmd, ColumnDef, Constraint, Node } from 'libpg-query';

/** CHECK (column IS NOT NULL), by which SET NOT NULL need not read the table. */
export interface KnownChecks {
  /** Name of the constraint, and the table and column that it is about. */
  readonly added: Map<string, string>;
  readonly proven: Set<string>;
}

/** Changes of the catalogue alone: the lock is short. */
const quick = new Set([
  'AT_AddIdentity',
  'AT_AddIndexConstraint',
  'AT_ChangeOwner',
  'AT_DisableTrig',
  'AT_DropConstraint',
  'AT_DropNotNull',
  'AT_EnableAlwaysTrig',
  'AT_EnableTrig',
  'AT_ReplaceRelOptions',
  'AT_ResetRelOptions',
  'AT_SetCompression',
  'AT_SetOptions',
  'AT_SetRelOptions',
  'AT_SetStatistics',
  'AT_SetStorage',
]);

/** `locked` are tables that the migration has changed before: it holds their locks until it ends. */
export function tableFaults(
  table: string,
  commands: readonly Node[],
  locked: Set<string>,
  checks: KnownChecks,
): string[] {
  return commands.flatMap((node) => {
    if (!('AlterTableCmd' in node)) return [];
    const faults = commandFaults(table, node.AlterTableCmd, locked, checks);
    locked.add(table);
    return faults;
  });
}

function commandFaults(
  table: string,
  { subtype = 'AT_AddColumn', name = '', def }: AlterTableCmd,
  locked: ReadonlySet<string>,
  checks: KnownChecks,
): string[] {
  const column = `"${table}"."${name}"`;
  // What is not named here is either quick or unknown, whatever later versions of PostgreSQL add.
  switch (subtype as string) {
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def ? columnFaults(table, def.ColumnDef) : [];
    case 'AT_AddConstraint':
      return def && 'Constraint' in def ? constraintFaults(table, def.Constraint, checks) : [];
    case 'AT_ValidateConstraint': {
      const proves = checks.added.get(name);
      if (proves !== undefined) checks.proven.add(proves);
      if (!locked.has(table)) return [];
      return [`VALIDATE CONSTRAINT "${name}" reads "${table}" while it is locked: put it into the next migration.`];
    }
    case 'AT_SetNotNull':
      if (checks.proven.has(`${table}.${name}`)) return [];
      return [`SET NOT NULL reads all of ${column}: add CHECK (… IS NOT NULL) NOT VALID, and validate it, before.`];
    case 'AT_AlterColumnType':
      return [`a new type of ${column} rewrites the table: add a column, fill it by a job, move over.`];
    case 'AT_DropColumn':
      return [`the version before may use ${column}: drop it a version after the last that does.`];
    case 'AT_ColumnDefault':
      return def ? [] : [`the version before may leave ${column} out: keep its default until nothing does.`];
    default:
      return quick.has(subtype)
        ? []
        : [`nobody has said yet whether ${subtype} of "${table}" holds members up (lint/migrations.tables.ts).`];
  }
}

function columnFaults(table: string, { colname = '', typeName, constraints = [] }: ColumnDef): string[] {
  const column = `"${table}"."${colname}"`;
  const kinds = constraints.flatMap((each) => ('Constraint' in each ? each.Constraint : []));
  const has = (kind: Constraint['contype']) => kinds.some(({ contype }) => contype === kind);
  const faults: string[] = [];
  const type = JSON.stringify(typeName?.names ?? []);
  if (
    kinds.some(({ contype, raw_expr }) => contype === 'CONSTR_DEFAULT' && isVolatile(raw_expr)) ||
    /serial/u.test(type)
  )
    faults.push(`the default of ${column} differs from row to row, which rewrites the table.`);
  if (has('CONSTR_GENERATED') || has('CONSTR_IDENTITY'))
    faults.push(`${column} is computed for each row, which rewrites the table.`);
  if (has('CONSTR_NOTNULL') && !has('CONSTR_DEFAULT'))
    faults.push(`${column} is NOT NULL without a default: no row has it, nor does the version before give it one.`);
  if (has('CONSTR_CHECK')) faults.push(`the check of ${column} reads the table: add it by itself, NOT VALID.`);
  if (has('CONSTR_PRIMARY') || has('CONSTR_UNIQUE'))
    faults.push(`${column} builds an index while the table is locked: make it CONCURRENTLY, by itself.`);
  if (has('CONSTR_FOREIGN') && has('CONSTR_DEFAULT'))
    faults.push(`the reference of ${column} reads the table: add it by itself, NOT VALID.`);
  return faults;
}

function constraintFaults(table: string, constraint: Constraint, { added }: KnownChecks): string[] {
  const { contype, conname = '', skip_validation: isNotValid, indexname } = constraint;
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN') {
    const column = nonNullColumn(constraint.raw_expr);
    if (column !== undefined) added.set(conname, `${table}.${column}`);
    return isNotValid === true
      ? []
      : [`"${conname}" reads all of "${table}": add it NOT VALID, validate it in the next migration.`];
  }
  if (indexname !== undefined) return [];
  return [
    `"${conname}" builds an index of "${table}" while it is locked: make the index CONCURRENTLY, then add it USING INDEX.`,
  ];
}

function nonNullColumn(expression: Node | undefined): string | undefined {
  if (!expression || !('NullTest' in expression) || expression.NullTest.nulltesttype !== 'IS_NOT_NULL')
    return undefined;
  const { arg } = expression.NullTest;
  const last = arg && 'ColumnRef' in arg ? arg.ColumnRef.fields?.at(-1) : undefined;
  return last && 'String' in last ? last.String.sval : undefined;
}

/** Of functions only those are known to be asked once for all rows. */
function isVolatile(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return Object.entries(part).some(([key, value]) =>
    key === 'FuncCall' ? !/"(?:now|transaction_timestamp)"/u.test(JSON.stringify(value)) : isVolatile(value),
  );
}
