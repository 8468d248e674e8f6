// Rules for ALTER TABLE on a table with rows.
import type { AlterTableCmd, ColumnDef, Constraint, Node } from 'libpg-query';

/** CHECK (column IS NOT NULL) constraints. With a validated one, SET NOT NULL does not read the table. */
export interface KnownChecks {
  /** `table.column` by the name of the constraint. */
  readonly added: Map<string, string>;
  /** `table.column` of validated constraints. */
  readonly validated: Set<string>;
}

/** Commands that change only the catalog, so the lock is short. */
const catalogOnlyCommands = new Set([
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

/**
 * Returns the faults of an ALTER TABLE. `locked` are the tables that the migration has already changed: it holds their
 * locks until it ends.
 */
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
  // All other commands are either quick or unknown, such as those of later PostgreSQL versions.
  switch (subtype as string) {
    case 'AT_AddColumn':
      return def && 'ColumnDef' in def ? columnFaults(table, def.ColumnDef) : [];
    case 'AT_AddConstraint':
      return def && 'Constraint' in def ? constraintFaults(table, def.Constraint, checks) : [];
    case 'AT_ValidateConstraint': {
      const column = checks.added.get(name);
      if (column !== undefined) checks.validated.add(column);
      if (!locked.has(table)) return [];
      return [`VALIDATE CONSTRAINT "${name}" reads "${table}" while it is locked: move it to the next migration.`];
    }
    case 'AT_SetNotNull':
      if (checks.validated.has(`${table}.${name}`)) return [];
      return [`SET NOT NULL reads all of ${column}: first add CHECK (… IS NOT NULL) NOT VALID and validate it.`];
    case 'AT_AlterColumnType':
      return [`changing the type of ${column} rewrites the table: add a new column and fill it in a job.`];
    case 'AT_DropColumn':
      return [`the previous version may use ${column}: drop it one version after its last use.`];
    case 'AT_ColumnDefault':
      return def ? [] : [`the previous version may omit ${column}: keep the default for one more version.`];
    default:
      return catalogOnlyCommands.has(subtype)
        ? []
        : [`it is unknown whether ${subtype} of "${table}" blocks members: add a rule to lint/migrations.tables.ts.`];
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
    faults.push(`the default of ${column} is different for each row, so adding it rewrites the table.`);
  if (has('CONSTR_GENERATED') || has('CONSTR_IDENTITY'))
    faults.push(`${column} is computed for each row, so adding it rewrites the table.`);
  if (has('CONSTR_NOTNULL') && !has('CONSTR_DEFAULT'))
    faults.push(
      `${column} is NOT NULL without a default: existing rows and inserts of the previous version have no value.`,
    );
  if (has('CONSTR_CHECK')) faults.push(`the check of ${column} reads the table: add it separately, NOT VALID.`);
  if (has('CONSTR_PRIMARY') || has('CONSTR_UNIQUE'))
    faults.push(`${column} builds an index while the table is locked: create it CONCURRENTLY in its own migration.`);
  if (has('CONSTR_FOREIGN') && has('CONSTR_DEFAULT'))
    faults.push(`the reference of ${column} reads the table: add it separately, NOT VALID.`);
  return faults;
}

function constraintFaults(table: string, constraint: Constraint, { added }: KnownChecks): string[] {
  const { contype, conname = '', skip_validation: isNotValid, indexname } = constraint;
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN') {
    const column = nonNullColumn(constraint.raw_expr);
    if (column !== undefined) added.set(conname, `${table}.${column}`);
    return isNotValid === true
      ? []
      : [`"${conname}" reads all of "${table}": add it NOT VALID and validate it in the next migration.`];
  }
  if (indexname !== undefined) return [];
  return [
    `"${conname}" builds an index of "${table}" while it is locked: create the index CONCURRENTLY, then use USING INDEX.`,
  ];
}

function nonNullColumn(expression: Node | undefined): string | undefined {
  if (!expression || !('NullTest' in expression) || expression.NullTest.nulltesttype !== 'IS_NOT_NULL')
    return undefined;
  const { arg } = expression.NullTest;
  const last = arg && 'ColumnRef' in arg ? arg.ColumnRef.fields?.at(-1) : undefined;
  return last && 'String' in last ? last.String.sval : undefined;
}

/** Returns whether a default is volatile. Only these functions are known to be evaluated once for all rows. */
function isVolatile(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  return Object.entries(part).some(([key, value]) =>
    key === 'FuncCall' ? !/"(?:now|transaction_timestamp)"/u.test(JSON.stringify(value)) : isVolatile(value),
  );
}
