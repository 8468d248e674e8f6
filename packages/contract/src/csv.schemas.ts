import { z } from 'zod';
import { csvErrors, csvKinds, csvLimits, csvPaths } from './csv.ts';
import { endpoint } from './endpoint.ts';

export const csvParams = z.strictObject({ kind: z.enum(csvKinds) });

/** A CSV file (RFC 4180), with or without a byte order mark. Separators are commas, semicolons or tabs. */
export const csvInput = z.strictObject({
  csv: z
    .string()
    .max(csvLimits.maxCharacters, 'This file is too large: please import it in parts')
    .refine((text) => text.isWellFormed(), 'This text has characters that cannot be stored'),
});

const counts = {
  /** Rows without a known id. */
  added: z.int(),
  /** Rows with a known id and different content. */
  changed: z.int(),
  /** Rows that are already stored with the same content. */
  unchanged: z.int(),
};

const csvProblem = z
  .object({
    /** Line number in the file where the row starts, from 1. */
    line: z.int(),
    /** Null if the problem concerns the whole row. */
    column: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: 'CsvProblem' });
export type CsvProblem = z.infer<typeof csvProblem>;

export const csvReport = z
  .object({
    ...counts,
    /** Number of invalid cells or rows. If there is any, nothing is imported. */
    problemsCount: z.int(),
    problems: z.array(csvProblem),
  })
  .meta({ id: 'CsvReport' });
export type CsvReport = z.infer<typeof csvReport>;

export const checkCsv = endpoint({
  ...csvPaths.checkCsv,
  summary: 'Check a table before an import, without changing anything',
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
