import * as contract from '@commons/contract/csv/schemas';
import { beforeAll, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';

const community = setUpCommunity();
let admin: Member;
beforeAll(async () => {
  admin = await community.current.member({ role: 'admin' });
});

const headers = {
  books: 'title,author,description,imageUrl,buyLink',
  podcasts: 'title,description,albumCoverUrl,podcastLink',
  'journal-prompts': 'category,prompt',
} as const;
type Kind = keyof typeof headers;
const rowOf: Record<Kind, (title: string) => string> = {
  books: (title) => `"${title}","${title}",,,`,
  podcasts: (title) => `"${title}",,,`,
  'journal-prompts': (title) => `General,"${title}"`,
};
const importTitles = async (kind: Kind, ...titles: string[]) => {
  const csv = [headers[kind], ...titles.map((title) => rowOf[kind](title)), ''].join('\r\n');
  return (await admin.call(contract.importCsv, { params: { kind }, body: { csv } })).body;
};

const titles = ['Die Höhle der Löwen', 'Cafe\u0301 Zoë', 'L’Étranger', 'Ελπίδα', 'Надежда ещё', '한국어', 'ガラス'];

test.for(Object.keys(headers) as Kind[])('adds %s once, in any Unicode form', async (kind) => {
  const added = { added: titles.length, changed: 0, unchanged: 0 };
  const unchanged = { added: 0, changed: 0, unchanged: titles.length };
  expect(await importTitles(kind, ...titles.map((title) => title.normalize('NFC')))).toEqual(added);
  expect(await importTitles(kind, ...titles.map((title) => title.normalize('NFD')))).toEqual(unchanged);
  expect(await importTitles(kind, ...titles.map((title) => title.toUpperCase()))).toEqual(unchanged);
  for (const title of ['Ｄｉｅ Ｈöｈｌｅ ｄｅｒ Ｌöｗｅｎ', "L'Étranger", 'Die  Höhle der\u00A0Löwen', 'ｶﾞﾗｽ'])
    expect(await importTitles(kind, title), title).toMatchObject({ added: 0, unchanged: 1 });
  // Titles that differ only by an accent are different rows.
  expect(await importTitles(kind, 'L’Etranger')).toMatchObject({ added: 1 });
});

test('reports a row that occurs twice in a file, in any Unicode form', async () => {
  const rows = [rowOf.books('Zwo\u0308lf'), rowOf.books('ZWÖLF')];
  const body = { csv: [headers.books, ...rows, ''].join('\r\n') };
  const { problems } = (await admin.call(contract.checkCsv, { params: { kind: 'books' }, body })).body;
  expect(problems).toMatchObject([{ line: 3, message: 'This is a duplicate of line 2.' }]);
});
