import type * as schemas from './csv.schemas.ts';
import type { CallsOf } from './endpoint.ts';
import { defineErrors } from './problem.ts';

export type * from './csv.schemas.ts';

/** What admins take out as a table and bring back, by its name in paths. */
export const csvKinds = ['books', 'podcasts', 'journal-prompts'] as const;
export type CsvKind = (typeof csvKinds)[number];

export const csvLimits = {
  maxRows: 10_000,
  /** With those that hold nothing, which spreadsheets leave at the end. */
  maxRowsWithEmpty: 50_000,
  /** Of the file, in JavaScript's units. */
  maxCharacters: 8_000_000,
  /** Of bad rows that an answer tells, the first; how many there are is told too. */
  maxProblems: 100,
} as const;

export const csvErrors = defineErrors({
  'csv.bad_rows': {
    status: 400,
    path: null,
    title: 'Some rows are not right',
    detail: 'Please mend the rows that are named and try again. Nothing was imported.',
  },
});

export const csvPaths = {
  checkCsv: { method: 'POST', path: '/api/admin/csv/{kind}/check' },
  importCsv: { method: 'POST', path: '/api/admin/csv/{kind}', creates: true },
} as const;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const csvCalls: CallsOf<typeof csvPaths, typeof schemas> = csvPaths;

/** Where a table is taken out, as a file. */
export const csvAddress = (kind: CsvKind | ':kind'): string => `/api/admin/csv/${kind}`;
