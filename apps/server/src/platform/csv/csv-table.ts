import type { CsvKind, CsvProblem } from '@commons/contract/csv';
import type { z } from 'zod';
import type { Queryable, Transaction } from '../database/database.ts';
import type { UnitOfWork } from '../database/unit-of-work.ts';
import type { Media } from '../media/media.ts';

/** What a row says, by its columns. */
export type CsvCells = Record<string, string | null>;
/** A row that is there, with the id by which a file names it. */
export type CsvStored<Row> = { id: string; row: Row };

/** What admins take out as a table, change elsewhere and bring back; a feature says so in its manifest. */
export type CsvTable<Row extends CsvCells = CsvCells> = {
  name: CsvKind;
  /** Makes a row of the texts of its cells. Its fields are the columns, in their order. */
  row: z.ZodObject & z.ZodType<Row>;
  /** The next rows after one, in the order of the list. */
  listRows(db: Queryable, after: string | undefined): Promise<CsvStored<Row>[]>;
  /** Those of some ids that are there, locked for who changes them. */
  findRows(db: Queryable, ids: readonly string[], lock: boolean): Promise<CsvStored<Row>[]>;
  /** Two rows without an id are the same if their keys are equal. */
  keyOf(row: Row): string;
  /** What its fields do not tell of each row, given what it was before. */
  findProblems(db: Queryable, rows: readonly CsvMeant<Row>[]): Promise<(Omit<CsvProblem, 'line'> | undefined)[]>;
  /** Waits for others who import the same. */
  lock(tx: Transaction): Promise<unknown>;
  write(work: UnitOfWork, media: Media, rows: CsvChanges<Row>): Promise<void>;
};

/** A row of a file, and what is there by its id. */
export type CsvMeant<Row> = { row: Row; before: Row | undefined };

/** What an import makes new, in the order of the file, and what it changes. */
export type CsvChanges<Row> = { added: Row[]; changed: (CsvStored<Row> & { before: Row })[] };
