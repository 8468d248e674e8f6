import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { csvPath } from '@commons/contract/csv';
import * as contract from '@commons/contract/csv/schemas';
import { createBook, createPodcast, listBooks, listPodcasts } from '@commons/contract/library/schemas';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { cloneTemplate, Community, type Member } from '../../../test/community.ts';
import { DatabaseProxy } from '../../../test/database-proxy.ts';
import { expectProblem } from '../../../test/problems.ts';

let community: Community;
let admin: Member;
/** Each test starts with an empty library. */
beforeEach(async () => {
  await community?.close();
  community = await Community.open();
  admin = await community.member({ role: 'admin' });
});
afterAll(() => community.close());

const header = 'id,title,author,description,imageUrl,buyLink';
const tableOf = (...lines: string[]) => [header, ...lines, ''].join('\r\n');
const params = { kind: 'books' } as const;
const check = async (csv: string) => (await admin.call(contract.checkCsv, { params, body: { csv } })).body;
const importTable = (csv: string, headers?: Record<string, string>) =>
  admin.call(contract.importCsv, { params, body: { csv } }, headers);
const books = async () => (await admin.call(listBooks, { query: { limit: 100 } })).body;
const exportTable = async (kind: 'books' | 'podcasts' = 'books') => admin.send<string>('GET', csvPath(kind));

const specialCharacters = {
  title: '=HYPERLINK("https://evil.test","Win")',
  author: '\'+1, or "more"',
  description: '-1;2,3\r\n@home\n\n=end',
  imageUrl: 'https://covers.test/a,b.jpg',
  buyLink: 'https://books.test/?a="b"',
};

test('importing an export changes nothing', async () => {
  await admin.call(createBook, { body: specialCharacters });
  await admin.call(createBook, { body: { title: 'Bare' } });
  const booksBefore = await books();
  const { body: csv, headers } = await exportTable();
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toMatch(/^attachment; filename="books-\d{4}-\d\d-\d\d\.csv"$/);
  expect(csv.startsWith(`\uFEFF${header}\r\n${booksBefore[0]?.id},Bare,,,,\r\n`)).toBe(true);
  for (const guarded of [`,"'=HYPERLINK(`, `,"''+1, or`, `,"'-1;2,3\n'@home`]) expect(csv).toContain(guarded);
  expect(await check(csv)).toEqual({ added: 0, changed: 0, unchanged: 2, problemsCount: 0, problems: [] });
  expect((await importTable(csv)).body).toEqual({ added: 0, changed: 0, unchanged: 2 });
  expect(await books()).toEqual(booksBefore);

  const deletions = await Promise.all(booksBefore.map(({ id }) => admin.send('DELETE', `/api/books/${id}`)));
  expect(deletions.map(({ status }) => status)).toEqual([204, 204]);
  const withoutIds = csv.replaceAll(/^[0-9a-f-]{36}/gm, '');
  expect((await importTable(withoutIds)).body).toEqual({ added: 2, changed: 0, unchanged: 0 });
  const withBlankIds = (list: Awaited<ReturnType<typeof books>>) => list.map((book) => ({ ...book, id: '' }));
  expect(withBlankIds(await books())).toEqual(withBlankIds(booksBefore));
});

test('a check reports each invalid row with its line, and neither check nor import changes anything', async () => {
  const { id } = (await admin.call(createBook, { body: { title: 'Wintering', author: 'Katherine May' } })).body;
  const csv = tableOf(
    ',Good,,,,https://books.test/good', // 2
    ',Two lines,,"one', // 3
    'two",,', // 4
    ',,Nobody,,,', // 5
    ',Script,,,,javascript:alert(1)', // 6
    '', // 7
    ',Short,,', // 8
    `${randomUUID()},Stranger,,,,`, // 9
    'no-id,Odd,,,,', // 10
    `${id},Winter,,,,`, // 11
    `${id.toUpperCase()},Winter again,,,,`, // 12
    ',good,,,,', // 13
    `,${'x'.repeat(201)},,,data:text/html,`, // 14
    ',Lost \uFFFD letters,,,,', // 15
    `,Cover,,,/media/${randomUUID()}-full.webp,`, // 16
  );
  const booksBefore = await books();
  const { problems, problemsCount, ...counts } = await check(csv);
  expect(problems.map(({ line, column }) => [line, column])).toEqual([
    [5, 'title'],
    [6, 'buyLink'],
    [8, null],
    [9, 'id'],
    [10, 'id'],
    [12, 'id'],
    [13, null],
    [14, 'title'],
    [14, 'imageUrl'],
    [15, 'title'],
    [16, 'imageUrl'],
  ]);
  expect(problemsCount).toBe(11);
  expect(counts).toMatchObject({ changed: 2, unchanged: 0 });
  expect(problems.find(({ line }) => line === 12)?.message).toBe('Line 11 has the same id.');
  expect(problems.find(({ line }) => line === 13)?.message).toBe('This is a duplicate of line 2.');

  const rejection = expectProblem(await importTable(csv), 400, 'csv.bad_rows');
  expect(rejection.errors?.slice(0, 3)).toMatchObject([
    { path: 'csv.5.title' },
    { path: 'csv.6.buyLink' },
    { path: 'csv.8' },
  ]);
  expect(await books()).toEqual(booksBefore);
});

test('rows with an id change the stored row, rows without one are added, and identical rows are skipped', async () => {
  const { id } = (await admin.call(createBook, { body: { ...specialCharacters, title: 'Wintering' } })).body;
  const liveClient = await community.connect(await community.member());
  const csv = tableOf(`${id},Winter,Katherine May,,,`, ',winter,katherine MAY,,,', ',First,,,,', ',Second,,,,');
  expect(await check(csv)).toMatchObject({ added: 3, changed: 1, unchanged: 0, problems: [] });
  expect((await importTable(csv)).body).toEqual({ added: 3, changed: 1, unchanged: 0 });
  expect((await books()).map(({ title }) => title)).toEqual(['winter', 'First', 'Second', 'Winter']);
  expect(await liveClient.next('library.changed')).toMatchObject({ kind: 'book' });
  const secondCsv = tableOf(',SECOND,,,,', ',Third,,,,');
  expect((await importTable(secondCsv)).body).toEqual({ added: 1, changed: 0, unchanged: 1 });
  liveClient.close();
});

test.for([
  ['no content', '', [[1, null]]],
  ['an unknown column', 'title,author,description,imageUrl,buyLink,price\nA,,,,,1\n', [[1, 'price']]],
  ['a missing column', 'title,description,imageUrl,buyLink\nA,,,\n', [[1, 'author']]],
  ['a column twice', 'title,title,author,description,imageUrl,buyLink\nA,B,,,,\n', [[1, 'title']]],
  ['an open quotation mark', `${header}\n,"A,,,,\n`, [[2, null]]],
] as const)('a file with %s has one problem', async ([, csv, expected]) => {
  const { problems } = await check(csv);
  expect(problems.map(({ line, column }) => [line, column])).toEqual(expected);
});

test('accepts columns in any order, without ids, and separated by semicolons', async () => {
  const csv = '\uFEFFbuyLink;title;imageUrl;description;author\r\nhttps://books.test/a;"A; B";;;Ana\r\n;;;;\r\n';
  expect((await importTable(csv)).body).toEqual({ added: 1, changed: 0, unchanged: 0 });
  expect(await books()).toMatchObject([{ title: 'A; B', author: 'Ana', buyLink: 'https://books.test/a' }]);
});

test('imports and exports 10,000 rows within seconds while serving other calls, and rejects one more row', async () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, number) => `,"Book, ${number}",'=Author ${number},"Of ""${number}""\nand more",,https://books.test/${number}`,
  );
  const csv = `\uFEFF${tableOf(...rows)}`;
  const startedAt = performance.now();
  const importing = importTable(csv);
  const ana = await community.member();
  expect((await ana.call(listPodcasts, {})).status).toBe(200);
  expect((await importing).body).toEqual({ added: 10_000, changed: 0, unchanged: 0 });
  const seconds = (performance.now() - startedAt) / 1000;
  expect(seconds).toBeLessThan(30);
  expect((await books())[0]).toMatchObject({ title: 'Book, 0', author: '=Author 0', description: 'Of "0"\nand more' });

  const { body: exportedCsv } = await exportTable();
  expect(exportedCsv.split('https://books.test/').length - 1).toBe(10_000);
  expect(await check(exportedCsv)).toMatchObject({ added: 0, changed: 0, unchanged: 10_000, problems: [] });
  const changedCsv = exportedCsv.replaceAll('and more', 'and less');
  expect((await importTable(changedCsv)).body).toEqual({ added: 0, changed: 10_000, unchanged: 0 });
  expect((await books()).at(-1)).toMatchObject({ description: 'Of "99"\nand less' });

  const { problems } = await check(tableOf(...rows, ',One more,,,,'));
  expect(problems).toMatchObject([{ line: 20_002, column: null }]);
  expect((await check(tableOf(...rows.map(() => ',,,,,')))).problemsCount).toBe(0);
  const invalidTable = await check(tableOf(...rows.slice(0, 300).map(() => ',,Nobody,,,')));
  expect([invalidTable.problems.length, invalidTable.problemsCount]).toEqual([100, 300]);
}, 60_000);

test('a first line with a million names is rejected quickly', async () => {
  const csv = `${'x,'.repeat(200_000)}${'id,'.repeat(400_000)}title\r\n`;
  const { problems, problemsCount } = await check(csv);
  expect([problems[0], problemsCount]).toMatchObject([{ line: 1, column: 'x' }, 200_000 + 399_999 + 4]);
  expectProblem(await importTable(csv), 400, 'csv.bad_rows');
});

test('a database failure before an export returns an error, and during an export aborts the download', async () => {
  const databaseProxy = await DatabaseProxy.to(await cloneTemplate());
  const unreliableServer = await Community.open({ databaseUrl: databaseProxy.url });
  const otherAdmin = await unreliableServer.member({ role: 'admin' });
  const rows = Array.from({ length: 10_000 }, (_, number) => `,Book ${number},,${'So it goes. '.repeat(41)},,`);
  expect((await otherAdmin.call(contract.importCsv, { params, body: { csv: tableOf(...rows) } })).status).toBe(200);
  const exportRequest = get(`${await unreliableServer.listen()}${csvPath('books')}`, {
    headers: { cookie: otherAdmin.cookie },
  });
  const [response] = (await once(exportRequest, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-length']).toBeUndefined();
  await databaseProxy.disconnect();
  await expect(response.toArray()).rejects.toThrow('aborted');
  expect(response.complete).toBe(false);

  const rejection = await otherAdmin.send('GET', csvPath('books'));
  expectProblem(rejection, 503, 'server.unavailable');
  expect(rejection.headers['content-disposition']).toBeUndefined();
  await databaseProxy.restore();
  const completeExport = await otherAdmin.send<string>('GET', csvPath('books'));
  expect(completeExport.body.split('\r\n')).toHaveLength(10_002);
  await unreliableServer.close();
  await databaseProxy.disconnect();
}, 60_000);

test('importing the same table twice, concurrently or with one idempotency key, adds each row once', async () => {
  const csv = tableOf(',Wintering,Katherine May,,,', ',Rest,,,,');
  const headers = { 'idempotency-key': randomUUID() };
  const secondServer = await Community.open({ sharesDatabaseWith: community });
  const otherAdminOnSecondServer = await secondServer.member({ role: 'admin' });
  const responses = await Promise.all([
    importTable(csv, headers),
    importTable(csv, headers),
    importTable(csv),
    otherAdminOnSecondServer.call(contract.importCsv, { params, body: { csv } }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(responses[0]?.body).toEqual(responses[1]?.body);
  expect((await books()).map(({ title }) => title)).toEqual(['Wintering', 'Rest']);
  await secondServer.close();
});

test('podcasts have their own table without an author', async () => {
  await admin.call(createPodcast, { body: { title: 'The Way Out Is In', podcastLink: 'https://podcasts.test/way' } });
  const { body: csv } = await exportTable('podcasts');
  expect(csv).toContain('\uFEFFid,title,description,albumCoverUrl,podcastLink\r\n');
  const body = { csv: csv.replace('Way Out', 'Way') };
  const { body: counts } = await admin.call(contract.importCsv, { params: { kind: 'podcasts' }, body });
  expect(counts).toEqual({ added: 0, changed: 1, unchanged: 0 });
  expect((await admin.call(listPodcasts, {})).body).toMatchObject([{ title: 'The Way Is In' }]);
  expect((await admin.send('GET', '/api/admin/csv/events')).status).toBe(400);
});
