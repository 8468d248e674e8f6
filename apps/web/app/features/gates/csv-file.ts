import { byteOrderMark, guardCell } from '@commons/contract/csv-cells';

export type CsvColumn<Entry> = { name: string; cell: (entry: Entry) => string };

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const lineOf = (cells: readonly string[]): string => `${cells.map((cell) => quoted(guardCell(cell))).join(',')}\r\n`;

/** A file as RFC 4180 has it, in which no cell is a formula to a spreadsheet. */
export const toCsv = <Entry>(columns: readonly CsvColumn<Entry>[], entries: readonly Entry[]): string =>
  [columns.map(({ name }) => name), ...entries.map((entry) => columns.map(({ cell }) => cell(entry)))]
    .map(lineOf)
    .join('')
    .replace(/^/, byteOrderMark);

/** Made here, and handed to the browser as a download whose name ends with the day. */
export function downloadCsv<Entry>(name: string, columns: readonly CsvColumn<Entry>[], entries: readonly Entry[]) {
  const url = URL.createObjectURL(new Blob([toCsv(columns, entries)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: `${name}-${new Date().toISOString().slice(0, 10)}.csv` });
  link.click();
  // Some browsers begin to read it only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
