import { id as idSchema } from '@commons/contract/common/schemas';
import { csvLimits } from '@commons/contract/csv';
import { unescapeFormula } from '@commons/contract/csv-cells';
import type { CsvProblem } from '@commons/contract/csv/schemas';
import type { CsvCells, CsvChanges, CsvRowChange, StoredCsvRow, CsvTable } from '../../community/csv/csv-table.ts';
import { type CsvRecord, readCsv, UnreadableCsvError } from '../../community/csv/csv.ts';
import { type Queryable, pipelined } from '../../platform/database/database.ts';

type FileRow = { line: number; id: string | null; row: CsvCells };
type ParsedTable = { rows: FileRow[]; problems: CsvProblem[] };

/** Column with the id of the row to change. A row without an id is new. */
const idColumn = 'id';

export const columnsOf = ({ row }: CsvTable): string[] => Object.keys(row.shape);

/** Parses and validates a file without reading the database. Returns the valid rows, and the problems of the rest. */
export async function readTable(table: CsvTable, csv: string): Promise<ParsedTable> {
  const rows: FileRow[] = [];
  const problems: CsvProblem[] = [];
  let header: string[] | undefined;
  let count = 0;
  try {
    for await (const record of readCsv(csv, csvLimits.maxRowsWithEmpty)) {
      if (!header) {
        header = record.cells.map((cell) => cell.trim());
        const headerProblems = findHeaderProblems(table, header, record.line);
        if (headerProblems.length > 0) return { rows, problems: headerProblems };
        continue;
      }
      // Spreadsheet programs append empty rows.
      if (record.cells.every((cell) => cell.trim() === '')) continue;
      count += 1;
      if (count > csvLimits.maxRows) {
        const message = `A file can have at most ${csvLimits.maxRows.toLocaleString('en')} rows. Please import the file in parts.`;
        problems.push({ line: record.line, column: null, message });
        break;
      }
      const result = readRow(table, header, record);
      if ('problems' in result) problems.push(...result.problems);
      else rows.push(result);
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsvError)) throw error;
    problems.push({ line: error.line, column: null, message: error.message });
  }
  if (!header && problems.length === 0) problems.push({ line: 1, column: null, message: 'This file is empty.' });
  return { rows, problems };
}

function findHeaderProblems(table: CsvTable, header: string[], line: number): CsvProblem[] {
  const columns = columnsOf(table);
  const knownColumns = [idColumn, ...columns];
  const names = knownColumns.join(', ');
  // A map, because a malicious first line can contain millions of names.
  const firstIndexes = new Map(header.map((name, index) => [name, index] as const).toReversed());
  return [
    ...header
      .filter((name) => !knownColumns.includes(name))
      .map((column) => ({ line, column, message: `This column is unknown. The columns are: ${names}.` })),
    ...header
      .filter((name, index) => knownColumns.includes(name) && firstIndexes.get(name) !== index)
      .map((column) => ({ line, column, message: 'This column occurs twice.' })),
    ...columns
      .filter((name) => !firstIndexes.has(name))
      .map((column) => ({ line, column, message: 'This column is missing. Its cells can be empty.' })),
  ];
}

function readRow(table: CsvTable, header: string[], { line, cells }: CsvRecord): FileRow | { problems: CsvProblem[] } {
  if (cells.length !== header.length) {
    const message = `This row has ${cells.length} cells, and the first line ${header.length}.`;
    return { problems: [{ line, column: null, message }] };
  }
  const fields = new Map(header.map((name, index) => [name, unescapeFormula(cells[index] ?? '')]));
  const unreadableFields = [...fields].filter(([, text]) => text.includes('\uFFFD'));
  const idText = fields.get(idColumn)?.trim() ?? '';
  fields.delete(idColumn);
  const id = idSchema.safeParse(idText);
  const row = table.row.safeParse(Object.fromEntries(fields));
  const problems: CsvProblem[] = [
    ...unreadableFields.map(([column]) => ({
      line,
      column,
      message: 'Some characters could not be read. Please save the file as CSV in UTF-8.',
    })),
    ...(idText === '' || id.success
      ? []
      : [
          {
            line,
            column: idColumn,
            message: 'This is not an id. Copy one from an export, or leave it empty to add a new row.',
          },
        ]),
    ...(row.error?.issues ?? []).map(({ path, message }) => ({ line, column: String(path[0] ?? ''), message })),
  ];
  if (problems.length > 0 || !row.success) return { problems };
  return { line, id: id.data ?? null, row: row.data };
}

export type Comparison = CsvChanges<CsvCells> & { unchanged: number; problems: CsvProblem[] };

/** Compares the rows of a file with the stored rows. */
export async function compareTable(
  table: CsvTable,
  db: Queryable,
  { rows, problems: parseProblems }: ParsedTable,
  { lock }: { lock: boolean },
): Promise<Comparison> {
  const rowsWithId = rows.filter((fileRow): fileRow is FileRow & { id: string } => fileRow.id !== null);
  const rowsWithoutId = rows.filter(({ id }) => id === null);
  const [matchingRows, storedKeys] = await pipelined(
    table.findRows(
      db,
      rowsWithId.map(({ id }) => id),
      lock,
    ),
    rowsWithoutId.length > 0 ? keysOf(table, db) : new Set<string>(),
  );
  const problems = [
    ...parseProblems,
    ...findRepeatedRows(
      rowsWithId,
      ({ id }) => id,
      (line) => ({ column: idColumn, message: `Line ${line} has the same id.` }),
    ),
    ...findRepeatedRows(
      rowsWithoutId,
      ({ row }) => table.keyOf(row),
      (line) => ({ column: null, message: `This is a duplicate of line ${line}.` }),
    ),
  ];
  const comparison: Comparison = { added: [], changed: [], unchanged: 0, problems };
  const storedRows = new Map(matchingRows.map((storedRow: StoredCsvRow<CsvCells>) => [storedRow.id, storedRow.row]));
  const candidates: (FileRow & CsvRowChange<CsvCells>)[] = [];
  for (const fileRow of rowsWithId) {
    const before = storedRows.get(fileRow.id);
    if (!before) {
      const message = 'There is no row with this id. Leave it empty to add a new row.';
      problems.push({ line: fileRow.line, column: idColumn, message });
    } else if (isSameRow(table, before, fileRow.row)) comparison.unchanged += 1;
    else candidates.push({ ...fileRow, before });
  }
  for (const fileRow of rowsWithoutId) {
    if (storedKeys.has(table.keyOf(fileRow.row))) comparison.unchanged += 1;
    else candidates.push({ ...fileRow, before: undefined });
  }
  const foundProblems = await table.findProblems(db, candidates);
  for (const [index, { line, id, row, before }] of candidates.entries()) {
    const problem = foundProblems[index];
    if (problem) problems.push({ line, ...problem });
    else if (id !== null && before) comparison.changed.push({ id, row, before });
    else comparison.added.push(row);
  }
  problems.sort((one, other) => one.line - other.line);
  return comparison;
}

/** Returns the keys of all stored rows. They are compared in TypeScript, so the database's locale does not matter. */
async function keysOf(table: CsvTable, db: Queryable): Promise<Set<string>> {
  const keys = new Set<string>();
  for (let page = await table.listRows(db, undefined); page.length > 0;) {
    for (const { row } of page) keys.add(table.keyOf(row));
    page = await table.listRows(db, page.at(-1)?.id);
  }
  return keys;
}

const isSameRow = (table: CsvTable, one: CsvCells, other: CsvCells): boolean =>
  columnsOf(table).every((column) => one[column] === other[column]);

/** Returns a problem for each row that repeats an earlier row of the file. */
function findRepeatedRows<Row extends FileRow>(
  rows: Row[],
  keyOf: (row: Row) => string,
  problemOf: (firstLine: number) => Omit<CsvProblem, 'line'>,
): CsvProblem[] {
  const firstLines = new Map<string, number>();
  return rows.flatMap((row) => {
    const firstLine = firstLines.getOrInsert(keyOf(row), row.line);
    return firstLine === row.line ? [] : [{ line: row.line, ...problemOf(firstLine) }];
  });
}
