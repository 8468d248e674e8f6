import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { byteOrderMark, escapeFormula } from '@commons/contract/csv-cells';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';

/** A record of a file and the number of its first line, starting at 1. */
export type CsvRecord = { line: number; cells: string[] };

/** The file is invalid from this line on. */
export class UnreadableCsvError extends Error {
  readonly line: number;
  constructor(line: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.line = line;
  }
}

const lineBreaks = /\r\n|\n|\r/g;
const countLineBreaks = (text: string): number => text.match(lineBreaks)?.length ?? 0;

/**
 * Detects the delimiter from the first line, which contains no free text. Locales with a decimal comma use semicolons.
 */
function detectDelimiter(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const candidates = [',', ';', '\t'].map((delimiter) => ({ delimiter, count: first.split(delimiter).length }));
  return candidates.toSorted((one, other) => other.count - one.count)[0]?.delimiter ?? ',';
}

/** Chunk size. The parser does not yield within a chunk, and every byte may be a record. */
const chunkBytes = 4 * 1024;
/** Number of records to read before yielding to the event loop. */
const recordsPerTurn = 200;

/**
 * Reads a CSV file in the format that spreadsheets write (RFC 4180): with or without a byte order mark, with any line
 * breaks. Skips empty lines, but counts them towards the limit: a small file can contain millions, and each takes time.
 * @throws UnreadableCsvError
 */
export async function* readCsv(text: string, maxRecords: number): AsyncGenerator<CsvRecord> {
  const bytes = Buffer.from(text.startsWith(byteOrderMark) ? text.slice(1) : text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  // Counted here, because the parser counts CRLF as two lines.
  let nextLine = 1;
  const lines: number[] = [];
  const parser = Readable.from(chunks).pipe(
    parse({
      delimiter: detectDelimiter(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      on_record(cells: string[]) {
        const line = nextLine;
        nextLine += 1 + countLineBreaks(cells.join(' '));
        lines.push(line);
        return cells;
      },
    }),
  );
  let count = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      // Skipped here instead of in the parser, which does not yield until it finds a record.
      if (cells.length > 1 || cells[0] !== '') yield { line: lines[count] ?? 1, cells };
      count += 1;
      if (count === maxRecords) throw new UnreadableCsvError(lines[count - 1] ?? 1, tooManyRecords(maxRecords));
      if (count % recordsPerTurn === 0) await setImmediate();
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableCsvError(nextLine, describeError(error), error);
  }
}

const tooManyRecords = (maxRecords: number): string =>
  `A file can have at most ${maxRecords.toLocaleString('en')} rows, including empty ones. Please remove those, or import the file in parts.`;

const describeError = ({ code }: CsvError): string =>
  code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'A quotation mark is opened in this row and never closed.'
    : 'A quotation mark stands where none may. Within a cell in quotation marks, write it twice.';

const toCsv = (rows: string[][]): string => stringify(rows, { record_delimiter: '\r\n', quoted_match: /[\r\n]/ });

async function* writeRows(
  columns: readonly string[],
  pages: AsyncIterable<(string | null)[][]>,
): AsyncGenerator<string> {
  let header = byteOrderMark + toCsv([[...columns]]);
  for await (const rows of pages) {
    yield header + toCsv(rows.map((cells) => cells.map((cell) => escapeFormula(cell ?? ''))));
    header = '';
  }
  if (header !== '') yield header;
}

/**
 * Writes a file from its columns and pages of rows. Resolves after the first page has been read, so that an error
 * before that still causes an error response. A later error aborts the stream, and the browser discards the file.
 */
export async function writeCsv(
  columns: readonly string[],
  pages: AsyncIterable<(string | null)[][]>,
): Promise<Readable> {
  const file = Readable.from(writeRows(columns, pages));
  await once(file, 'readable');
  return file;
}
