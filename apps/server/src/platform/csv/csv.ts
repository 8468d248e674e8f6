import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { byteOrderMark, guardCell } from '@commons/contract/csv-cells';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';

/** A record of a file and the line in which it begins, from 1. */
export type CsvRecord = { line: number; cells: string[] };

/** Where a file stops being one that can be read. */
export class UnreadableCsvError extends Error {
  readonly line: number;
  constructor(line: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.line = line;
  }
}

const lineEnds = /\r\n|\n|\r/g;
const countLineEnds = (text: string): number => text.match(lineEnds)?.length ?? 0;

/** Programs that write decimals with a comma part cells by semicolons; the first line has no text that may mislead. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const counted = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: first.split(delimiter).length }));
  return counted.toSorted((one, other) => other.count - one.count)[0]?.delimiter ?? ',';
}

/** The parser reads a chunk without a pause, and every byte of it may be a record. */
const chunkBytes = 4 * 1024;
/** So many records are read before everybody else has a turn. */
const recordsInTurn = 200;

/**
 * Reads a file as RFC 4180 has it, as spreadsheets write it: with or without a byte order mark, lines ended in any way.
 * Lines without anything are left out, and counted: a small file holds millions of them, and each takes its time.
 * @throws UnreadableCsvError
 */
export async function* readCsv(text: string, maxRecords: number): AsyncGenerator<CsvRecord> {
  const bytes = Buffer.from(text.startsWith(byteOrderMark) ? text.slice(1) : text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  // Counted here: the parser counts the two signs of a line's end as two lines.
  let nextLine = 1;
  const lines: number[] = [];
  const parser = Readable.from(chunks).pipe(
    parse({
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      on_record(cells: string[]) {
        const line = nextLine;
        nextLine += 1 + countLineEnds(cells.join(' '));
        lines.push(line);
        return cells;
      },
    }),
  );
  let count = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      // Left out here and not by the parser, which gives nobody a turn until it finds a record.
      if (cells.length > 1 || cells[0] !== '') yield { line: lines[count] ?? 1, cells };
      count += 1;
      if (count === maxRecords) throw new UnreadableCsvError(lines[count - 1] ?? 1, tooManyRecords(maxRecords));
      if (count % recordsInTurn === 0) await setImmediate();
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableCsvError(nextLine, messageOf(error), error);
  }
}

const tooManyRecords = (maxRecords: number): string =>
  `A file may have ${maxRecords.toLocaleString('en')} rows, empty ones among them. Please take those out, or import it in parts.`;

const messageOf = ({ code }: CsvError): string =>
  code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'A quotation mark is opened in this row and never closed.'
    : 'A quotation mark stands where none may. Within a cell in quotation marks, write it twice.';

const write = (rows: string[][]): string => stringify(rows, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });

async function* fileOf(columns: readonly string[], pages: AsyncIterable<(string | null)[][]>): AsyncGenerator<string> {
  let head = byteOrderMark + write([[...columns]]);
  for await (const rows of pages) {
    yield head + write(rows.map((cells) => cells.map((cell) => guardCell(cell ?? ''))));
    head = '';
  }
  if (head !== '') yield head;
}

/**
 * Writes a file from its columns and pages of rows. It is there as soon as the first page is: what fails until then can
 * still be answered. What fails later breaks the stream off, and a browser keeps no file of it.
 */
export async function writeCsv(
  columns: readonly string[],
  pages: AsyncIterable<(string | null)[][]>,
): Promise<Readable> {
  const file = fileOf(columns, pages);
  const { value: first } = await file.next();
  return Readable.from(
    (async function* whole() {
      yield first;
      yield* file;
    })(),
  );
}
