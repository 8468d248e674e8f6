import { escapeFormula, unescapeFormula } from '@commons/contract/csv-cells';
import { expect, test } from 'vitest';
import { type CsvRecord, readCsv, UnreadableCsvError, writeCsv } from './csv.ts';

const readRecords = async (text: string): Promise<CsvRecord[]> => Array.fromAsync(readCsv(text, 50_000));
const writeText = async (rows: (string | null)[][]): Promise<string> =>
  (await Array.fromAsync(await writeCsv(['title', 'words'], pagesOf(rows)))).join('');
async function* pagesOf(rows: (string | null)[][]) {
  yield rows;
}

test('a file has a byte order mark, CRLF line ends (RFC 4180), and quotes where needed', async () => {
  expect(
    await writeText([
      ['Say "hi"', 'a,b'],
      ['two\nlines', null],
    ]),
  ).toBe('\uFEFFtitle,words\r\n"Say ""hi""","a,b"\r\n"two\nlines",\r\n');
});

test.for([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ["'=x", "''=x"],
  ["'tis", "'tis"],
  ['a=1', 'a=1'],
  ['\t=x', "'\t'=x"],
  ['a;=1;b', "a;'=1;b"],
  ["a;'=1", "a;''=1"],
  ['a\n@b\r\n-c', "a\n'@b\r\n'-c"],
  ['a; b, c-d', 'a; b, c-d'],
  ['', ''],
] as const)('%j is written as %j and read back unchanged', ([text, written]) => {
  expect(escapeFormula(text)).toBe(written);
  expect(unescapeFormula(written)).toBe(text);
});

test('every text is read back unchanged', async () => {
  const texts = [
    '=cmd|calc',
    '"',
    '""',
    ',',
    ';',
    '\n',
    '\r\n',
    '\r',
    "'",
    "''",
    "'=",
    ';=',
    "\n'@",
    '\uFEFF',
    '😀',
    ' x ',
    '\\"',
    'x"y',
  ];
  const rows = texts.flatMap((one) => texts.map((other) => [`${one}${other}`, `${other}x${one}`]));
  const records = await readRecords(await writeText(rows));
  expect(records.slice(1).map(({ cells }) => cells.map(unescapeFormula))).toEqual(rows);
});

test.for([
  ['commas', 'a,b\n1,2\n'],
  ['semicolons, as in locales with a decimal comma', 'a;b\r\n1;2\r\n'],
  ['tabs', 'a\tb\n1\t2'],
  ['a byte order mark', '\uFEFFa,b\n1,2\n'],
  ['CR line ends', 'a,b\r1,2\r'],
] as const)('a file with %s is read', async ([, text]) => {
  expect(await readRecords(text)).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['1', '2'] },
  ]);
});

test.for(['\n', '\r\n'])('a record has the number of its first line, with line ends of %j', async (end) => {
  const text = ['a,b', '', '"1', '2",x', '3,4', '', '', '"5","6', '', '7"', '8,9', ''].join(end);
  expect((await readRecords(text)).map(({ line, cells }) => [line, cells[0]?.replaceAll(end, '|')])).toEqual([
    [1, 'a'],
    [3, '1|2'],
    [5, '3'],
    [8, '5'],
    [11, '8'],
  ]);
});

test.for(['\n', ',\n', 'x\n'])('reading a file of only %j does not block the event loop', async (line) => {
  let turns = 0;
  let immediate: NodeJS.Immediate;
  const countTurn = () => {
    turns += 1;
    immediate = setImmediate(countTurn);
  };
  countTurn();
  await readRecords(`a,b\n${line.repeat(40_000)}`);
  clearImmediate(immediate!);
  expect(turns).toBeGreaterThan(100);
});

test.for([
  ['a,b\n1,2\n"open,3\n4,5\n', 3, /never closed/],
  ['a,b\n1,2\n3,"x"y\n', 3, /write it twice/],
] as const)('%j is rejected with the line of the error', async ([text, line, message]) => {
  const failure = await readRecords(text).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UnreadableCsvError);
  expect(failure).toMatchObject({ line, message: expect.stringMatching(message) });
});

test.for(['\n', ',\n'])('a file of millions of %j is rejected long before its end', async (line) => {
  const failure = await readRecords(`a,b\n${line.repeat(2_000_000)}`).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UnreadableCsvError);
  expect(failure).toMatchObject({ line: 50_000, message: expect.stringContaining('including empty ones') });
});
