import { readFile } from 'node:fs/promises';
import * as contract from '@commons/contract/journal/schemas';
import { beforeEach, expect, test } from 'vitest';
import type { Community } from '../../../test/community.ts';
import { addStarterContent, countPendingStarterTasks, setUpStarterContent } from '../../../test/content-directory.ts';

const { write, startServer, startWithShippedContent } = setUpStarterContent();

type ShippedPrompts = Record<string, string[]>;
/** Writes the starter content of a version of the application. */
const writeStarterContent = (categories: ShippedPrompts) =>
  write(
    'journal-prompts.json',
    Object.entries(categories).map(([name, prompts]) => ({ name, description: `About ${name}.`, prompts })),
  );
const firstVersion: ShippedPrompts = { General: ['What now?', 'What helps?'], Rest: ['Asleep?', 'Awake?'] };

beforeEach(() => writeStarterContent(firstVersion));

/** Returns all prompts by category name, after the background tasks are done. */
async function promptsIn(community: Community): Promise<ShippedPrompts> {
  const reader = await community.member();
  const query = { limit: 100 };
  const categories = (await reader.call(contract.listJournalCategories, { query })).body;
  const prompts = (await reader.call(contract.listJournalPrompts, { query })).body;
  return Object.fromEntries(
    categories.map(({ id, name }) => [
      name,
      prompts.filter(({ categoryId }) => categoryId === id).map(({ prompt }) => prompt),
    ]),
  );
}
async function loadStarterContent(community: Community): Promise<ShippedPrompts> {
  await expect.poll(() => countPendingStarterTasks(community)).toBe(1);
  await community.runTasks();
  return promptsIn(community);
}

test('a new community has the starter prompts in file order', async () => {
  expect(await loadStarterContent(await startServer())).toEqual(firstVersion);
});

test('changes and deletions by admins are kept, and a later version adds its new prompts to their category', async () => {
  const community = await startServer();
  await loadStarterContent(community);
  const admin = await community.member({ role: 'admin' });
  const prompts = (await admin.call(contract.listJournalPrompts, {})).body;
  const params = (text: string) => ({ id: prompts.find(({ prompt }) => prompt === text)!.id });
  await admin.call(contract.deleteJournalPrompt, { params: params('What now?') });
  const { categoryId } = prompts.find(({ prompt }) => prompt === 'Awake?')!;
  await admin.call(contract.updateJournalPrompt, {
    params: params('Awake?'),
    body: { prompt: 'Awake again?', categoryId },
  });
  const changed = { General: ['What helps?'], Rest: ['Asleep?', 'Awake again?'] };
  const restarted = await startServer(community);
  expect(await promptsIn(restarted)).toEqual(changed);
  await restarted.server.close();
  expect(await countPendingStarterTasks(restarted)).toBe(0);

  await writeStarterContent({ ...firstVersion, Rest: [...firstVersion['Rest']!, 'Dreaming?'], Work: ['Enough?'] });
  const laterVersion = await startServer(community);
  expect(await loadStarterContent(laterVersion)).toEqual({
    General: ['What helps?'],
    Rest: ['Dreaming?', 'Asleep?', 'Awake again?'],
    Work: ['Enough?'],
  });

  await admin.call(contract.deleteJournalCategory, { params: { id: categoryId } });
  await writeStarterContent({ ...firstVersion, Rest: ['Rested?'] });
  const lastVersion = await loadStarterContent(await startServer(community));
  expect(Object.keys(lastVersion)).toEqual(['General', 'Work']);
  expect(lastVersion['General']).toContain('Rested?');
});

test('three servers that start concurrently add each prompt once', async () => {
  const community = await startServer();
  const servers = [community, await startServer(community), await startServer(community)];
  await expect.poll(() => countPendingStarterTasks(community)).toBe(3);
  await Promise.all(servers.map((server) => addStarterContent(server)));
  expect(await promptsIn(community)).toEqual(firstVersion);
});

test('the shipped file has at least eight categories and eighty unique prompts, the general one first', async () => {
  const file = new URL('../../../../../content/journal-prompts.json', import.meta.url);
  const shipped = JSON.parse(await readFile(file, 'utf8')) as { name: string; prompts: string[] }[];
  const texts = shipped.flatMap(({ prompts }) => prompts);
  expect(shipped[0]!.name).toBe('General');
  expect([shipped.length >= 8, texts.length >= 80, new Set(texts).size]).toEqual([true, true, texts.length]);
  const community = await startWithShippedContent();
  const expected = Object.fromEntries(shipped.map(({ name, prompts }) => [name, prompts]));
  await expect.poll(() => countPendingStarterTasks(community)).toBe(1);
  await addStarterContent(community);
  const { rows } = await community.db.$client.query<{ name: string; prompts: string[] }>(
    `SELECT name, array_agg(prompt ORDER BY journal_prompts.id DESC) AS prompts FROM journal_prompts
     JOIN journal_categories ON journal_categories.id = category_id GROUP BY name`,
  );
  expect(Object.fromEntries(rows.map(({ name, prompts }) => [name, prompts]))).toEqual(expected);
});
