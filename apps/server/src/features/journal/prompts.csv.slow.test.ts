import { csvPath } from '@commons/contract/csv';
import * as csvContract from '@commons/contract/csv/schemas';
import * as contract from '@commons/contract/journal/schemas';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { Community, type Member } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { whileLocked } from '../../../test/waiting.ts';

let community: Community;
let admin: Member;
/** Each test starts without prompts and with only the general category. */
beforeEach(async () => {
  await community?.close();
  community = await Community.open();
  admin = await community.member({ role: 'admin' });
});
afterAll(() => community.close());

const csvOf = (...lines: string[]) => ['id,category,prompt', ...lines, ''].join('\r\n');
const params = { kind: 'journal-prompts' } as const;
const check = async (csv: string) => (await admin.call(csvContract.checkCsv, { params, body: { csv } })).body;
const importTable = (csv: string) => admin.call(csvContract.importCsv, { params, body: { csv } });
const exportTable = async () => (await admin.send<string>('GET', csvPath('journal-prompts'))).body;
const addCategory = async (name: string) =>
  (await admin.call(contract.createJournalCategory, { body: { name } })).body.id;
const addPrompt = async (prompt: string, categoryId?: number) =>
  (await admin.call(contract.createJournalPrompt, { body: { prompt, ...(categoryId && { categoryId }) } })).body.id;
const listPrompts = async () =>
  (await admin.call(contract.listJournalPrompts, { query: { limit: 100 } })).body.map(
    ({ prompt, category }) => `${category.name}: ${prompt}`,
  );

test('the export contains category names, and importing it changes nothing', async () => {
  const rest = await addCategory('Rest, and sleep');
  const [first, second] = [await addPrompt('=What helped?'), await addPrompt('Who said "sleep"?', rest)];
  await admin.call(contract.deleteJournalPrompt, { params: { id: await addPrompt('Gone?') } });
  const csv = await exportTable();
  expect(csv).toBe(
    `\uFEFFid,category,prompt\r\n${second},"Rest, and sleep","Who said ""sleep""?"\r\n${first},General,'=What helped?\r\n`,
  );
  expect(await check(csv)).toEqual({ added: 0, changed: 0, unchanged: 2, problemsCount: 0, problems: [] });
});

test('an import adds prompts in file order, changes and moves prompts, and notifies all members', async () => {
  const rest = await addCategory('Rest');
  const [keptId, movedId] = [await addPrompt('Kept?', rest), await addPrompt('Moved?')];
  const live = await community.connect(await community.member());
  const csv = csvOf(
    `${keptId},Rest,Kept!`,
    `${movedId},Rest,Moved?`,
    ',General,First?',
    ',Rest,Second?',
    ',rest,KEPT?',
  );
  // The last row repeats an existing prompt in other letters; "rest" is not a category.
  expect((await check(csv.replace('rest,KEPT?', 'Rest,KEPT?'))).unchanged).toBe(1);
  expect((await importTable(csv.replace(',rest,KEPT?\r\n', ''))).body).toEqual({ added: 2, changed: 2, unchanged: 0 });
  expect(await listPrompts()).toEqual(['General: First?', 'Rest: Second?', 'Rest: Moved?', 'Rest: Kept!']);
  await live.next('journal_prompts.changed');
  live.close();
});

test('a prompt keeps its category if another one has the same name', async () => {
  const [, second] = [await addCategory('Rest'), await addCategory('Rest')];
  const id = await addPrompt('Where?', second);
  expect((await importTable(csvOf(`${id},Rest,Where to?`))).status).toBe(200);
  expect((await admin.call(contract.getJournalPrompt, { params: { id } })).body).toMatchObject({
    prompt: 'Where to?',
    categoryId: second,
  });
});

test('rows with an empty or too long text or an unknown category are reported with their line', async () => {
  const deletedId = await addPrompt('Gone?');
  await admin.call(contract.deleteJournalPrompt, { params: { id: deletedId } });
  const csv = csvOf(
    ',General,Good?', // 2
    ',General,', // 3
    `,General,${'x'.repeat(501)}`, // 4
    ',,Where?', // 5
    ',Nowhere,Where?', // 6
    ',General,"Two\nlines?"', // 7 and 8
    `${deletedId},General,Back?`, // 9
    ',General,good?', // 10
  );
  const { problems } = await check(csv);
  expect(problems.map(({ line, column }) => [line, column])).toEqual([
    [3, 'prompt'],
    [4, 'prompt'],
    [5, 'category'],
    [6, 'category'],
    [7, 'prompt'],
    [9, 'id'],
    [10, null],
  ]);
  expectProblem(await importTable(csv), 400, 'csv.bad_rows');
  expect(await listPrompts()).toEqual([]);
});

test('deleting a category during an import leaves no prompt without a category and does not deadlock', async () => {
  const id = await addCategory('Rest');
  const keptId = await addPrompt('Kept?', id);
  const [importResponse, deleteResponse] = await Promise.all([
    importTable(
      csvOf(`${keptId},Rest,Kept!`, ...Array.from({ length: 50 }, (_, number) => `,Rest,What of ${number}?`)),
    ),
    admin.call(contract.deleteJournalCategory, { params: { id } }),
  ]);
  expect(deleteResponse.status).toBe(204);
  expect([200, 400]).toContain(importResponse.status);
  const remaining = await listPrompts();
  expect(remaining).toHaveLength(importResponse.status === 200 ? 51 : 1);
  expect(remaining.every((each) => each.startsWith('General: '))).toBe(true);
});

test.for([
  ['deleted', sql`DELETE FROM journal_categories`],
  ['renamed', sql`UPDATE journal_categories SET name = 'Sleep'`],
] as const)('an import fails if a category is %s while it waits for the lock', async ([, change]) => {
  const id = await addCategory('Rest');
  const csv = csvOf(',Rest,What let you rest?');
  expect((await check(csv)).problems).toEqual([]);
  const response = await whileLocked(community, sql`${change} WHERE id = ${id}`, () => importTable(csv));
  const rejection = expectProblem(response, 400, 'csv.bad_rows');
  expect(rejection.errors?.map(({ path }) => path)).toEqual(['csv.2.category']);
  expect(await listPrompts()).toEqual([]);
});

test('10,000 prompts are imported and exported within seconds', async () => {
  const rows = Array.from({ length: 10_000 }, (_, number) => `,General,"What of ${number}, and ""more""?"`);
  const startedAt = performance.now();
  expect((await importTable(csvOf(...rows))).body).toEqual({ added: 10_000, changed: 0, unchanged: 0 });
  expect((performance.now() - startedAt) / 1000).toBeLessThan(30);
  const exported = await exportTable();
  expect(await check(exported)).toMatchObject({ added: 0, changed: 0, unchanged: 10_000, problems: [] });
  expect((await importTable(csvOf(...rows))).body).toEqual({ added: 0, changed: 0, unchanged: 10_000 });
  expect((await importTable(exported.replaceAll('What of', 'And what of'))).body).toMatchObject({ changed: 10_000 });
}, 120_000);
