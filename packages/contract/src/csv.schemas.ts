import { z } from 'zod';
import { csvErrors, csvKinds, csvLimits, csvPaths } from './csv.ts';
import { endpoint } from './endpoint.ts';

export const csvParams = z.strictObject({ kind: z.enum(csvKinds) });

/** A file as text: RFC 4180, with or without a byte order mark, its cells parted by commas, semicolons or tabs. */
export const csvInput = z.strictObject({
  csv: z
    .string()
    .max(csvLimits.maxCharacters, 'This file is too large: please import it in parts')
    .refine((text) => text.isWellFormed(), 'This text has characters that cannot be stored'),
});

const counts = {
  /** Rows that make something new. */
  added: z.int(),
  /** Rows whose id is known, and which say something else. */
  changed: z.int(),
  /** Rows that are there already, just so. */
  unchanged: z.int(),
};

const csvProblem = z
  .object({
    /** The line of the file in which the row begins, from 1. */
    line: z.int(),
    /** Null where the row is wrong as a whole. */
    column: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: 'CsvProblem' });
export type CsvProblem = z.infer<typeof csvProblem>;

export const csvReport = z
  .object({
    ...counts,
    /** How many cells or rows are wrong. While there is one, nothing is imported. */
    problemsCount: z.int(),
    problems: z.array(csvProblem),
  })
  .meta({ id: 'CsvReport' });
export type CsvReport = z.infer<typeof csvReport>;

export const checkCsv = endpoint({
  ...csvPaths.checkCsv,
  summary: 'Tell what importing a table would do, row by row; nothing is changed',
  params: csvParams,
  body: csvInput,
  replies: { 200: csvReport },
});

export const importCsv = endpoint({
  ...csvPaths.importCsv,
  summary: 'Import a table: all of its rows, or none',
  params: csvParams,
  body: csvInput,
  replies: { 200: z.object(counts).meta({ id: 'CsvImported' }) },
  errors: csvErrors,
});
