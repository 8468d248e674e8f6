import { byteOrderMark, escapeFormula } from '@commons/contract/csv-cells';

export type CsvColumn<Entry> = { name: string; cell: (entry: Entry) => string };

const quoteIfNeeded = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const toLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoteIfNeeded(escapeFormula(cell))).join(',')}\r\n`;

/** Returns a CSV file (RFC 4180). Escapes cells that a spreadsheet would run as formulas. */
export const toCsv = <Entry>(columns: readonly CsvColumn<Entry>[], entries: readonly Entry[]): string =>
  [columns.map(({ name }) => name), ...entries.map((entry) => columns.map(({ cell }) => cell(entry)))]
    .map(toLine)
    .join('')
    .replace(/^/, byteOrderMark);

/** Creates a CSV file in the browser and downloads it as "name-YYYY-MM-DD.csv". */
export function downloadCsv<Entry>(name: string, columns: readonly CsvColumn<Entry>[], entries: readonly Entry[]) {
  const url = URL.createObjectURL(new Blob([toCsv(columns, entries)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: `${name}-${new Date().toISOString().slice(0, 10)}.csv` });
  link.click();
  // Some browsers start reading the URL only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
