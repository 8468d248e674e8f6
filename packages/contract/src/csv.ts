import { defineErrors } from './problem.ts';

/** Tables that admins can export and import, by their names in paths. */
export const csvKinds = ['books', 'podcasts', 'journal-prompts'] as const;
export type CsvKind = (typeof csvKinds)[number];

export const csvLimits = {
  maxRows: 10_000,
  /** Limit including empty rows, which spreadsheet programs append. */
  maxRowsWithEmpty: 50_000,
  /** Size of the file in UTF-16 units. */
  maxCharacters: 8_000_000,
  /** Maximum number of problems in a report. `problemsCount` counts all of them. */
  maxProblems: 100,
} as const;

export const csvErrors = defineErrors({
  'csv.bad_rows': {
    status: 400,
    path: null,
    title: 'Some rows have errors',
    detail: 'Please correct the listed rows and try again. Nothing was imported.',
  },
});

export const csvPaths = {
  checkCsv: { method: 'POST', path: '/api/admin/csv/{kind}/check' },
  importCsv: { method: 'POST', path: '/api/admin/csv/{kind}', creates: true },
} as const;

/** Path of the export of a table as a CSV file. */
export const csvPath = (kind: CsvKind | ':kind'): string => `/api/admin/csv/${kind}`;
