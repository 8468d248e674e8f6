import type { CsvKind } from '@commons/contract/csv';
import type { CsvProblem } from '@commons/contract/csv/schemas';
import type { z } from 'zod';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Media } from '../../platform/media/media.ts';

/** The cells of a row by column. */
export type CsvCells = Record<string, string | null>;
/** A stored row with the id that files refer to. */
export type StoredCsvRow<Row> = { id: string; row: Row };

/** A table that admins can export, edit and import again. Declared in a feature's manifest. */
export type CsvTable<Row extends CsvCells = CsvCells> = {
  name: CsvKind;
  /** Parses the text cells of a row. The fields of the schema are the columns, in order. */
  row: z.ZodObject & z.ZodType<Row>;
  /** Returns the next rows after an id, in list order. */
  listRows(db: Queryable, after: string | undefined): Promise<StoredCsvRow<Row>[]>;
  /** Returns the existing rows with these ids, optionally locked for an update. */
  findRows(db: Queryable, ids: readonly string[], lock: boolean): Promise<StoredCsvRow<Row>[]>;
  /** Two rows without an id are equal if their keys are equal. */
  keyOf(row: Row): string;
  /** Returns the problem of each row that the schema cannot detect without the stored row. */
  findProblems(db: Queryable, rows: readonly CsvRowChange<Row>[]): Promise<(Omit<CsvProblem, 'line'> | undefined)[]>;
  /** Waits for concurrent imports of the same table. */
  lock(tx: Transaction): Promise<unknown>;
  write(work: UnitOfWork, media: Media, rows: CsvChanges<Row>): Promise<void>;
};

/** A row of a file with the stored row of the same id. */
export type CsvRowChange<Row> = { row: Row; before: Row | undefined };

/** The new rows of an import in file order, and its changed rows. */
export type CsvChanges<Row> = { added: Row[]; changed: (StoredCsvRow<Row> & { before: Row })[] };
