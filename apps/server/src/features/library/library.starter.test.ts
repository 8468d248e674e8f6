import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as contract from '@commons/contract/library/schemas';
import { beforeEach, expect, test } from 'vitest';
import type { Community } from '../../../test/community.ts';
import { addStarterContent, setUpStarterContent } from '../../../test/content-directory.ts';

const { write, startServer } = setUpStarterContent();

const bookOf = (title: string) => ({
  title,
  author: 'Ana',
  description: `About ${title}.`,
  buyLink: 'https://books.test',
});

beforeEach(async () => {
  await write('books.json', [bookOf('First'), bookOf('Second')]);
  await write('podcasts.json', [
    { title: 'The Way', description: 'Two voices.', podcastLink: 'https://podcasts.test' },
  ]);
});

const booksIn = async (community: Community) =>
  (await (await community.member()).call(contract.listBooks, { query: { limit: 100 } })).body;
const titlesIn = async (community: Community) => (await booksIn(community)).map(({ title }) => title);

test('a new community has the shipped books and podcasts in file order', async () => {
  const community = await startServer();
  await addStarterContent(community);
  expect(await titlesIn(community)).toEqual(['First', 'Second']);
  expect((await booksIn(community))[0]).toMatchObject({ ...bookOf('First'), imageUrl: null });
  const podcasts = (await (await community.member()).call(contract.listPodcasts, {})).body;
  expect(podcasts).toMatchObject([{ title: 'The Way', podcastLink: 'https://podcasts.test' }]);
});

test('changes and deletions by admins are kept, and a later version adds its new items', async () => {
  const community = await startServer();
  await addStarterContent(community);
  const admin = await community.member({ role: 'admin' });
  const [first, second] = await booksIn(community);
  await admin.call(contract.updateBook, { params: { id: first!.id }, body: { title: 'Ours' } });
  await admin.call(contract.deleteBook, { params: { id: second!.id } });

  await addStarterContent(await startServer(community));
  expect(await titlesIn(community)).toEqual(['Ours']);
  await write('books.json', [bookOf('First'), bookOf('Second'), bookOf('Third')]);
  await addStarterContent(await startServer(community));
  expect(await titlesIn(community)).toEqual(['Third', 'Ours']);
});

test('the shipped files have 24 books and 12 podcasts, each with a description and an https link', async () => {
  const content = path.join(import.meta.dirname, '../../../../../content');
  const readShipped = async (name: string) =>
    JSON.parse(await readFile(path.join(content, name), 'utf8')) as { title: string; description: string }[];
  const [books, podcasts] = [await readShipped('books.json'), await readShipped('podcasts.json')];
  await write('books.json', books);
  await write('podcasts.json', podcasts);
  const community = await startServer();
  await addStarterContent(community);
  const listedBooks = await booksIn(community);
  expect(listedBooks.length).toBeGreaterThanOrEqual(24);
  expect(listedBooks).toMatchObject(books);
  const podcastList = (await (await community.member()).call(contract.listPodcasts, { query: { limit: 100 } })).body;
  expect(podcastList.length).toBeGreaterThanOrEqual(12);
  expect(podcastList).toMatchObject(podcasts);
  expect(new Set([...listedBooks, ...podcastList].map(({ title }) => title)).size).toBe(
    listedBooks.length + podcastList.length,
  );
  for (const { title, author, buyLink } of listedBooks)
    expect([author, buyLink], title).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/^https:/)]);
  for (const { title, description, podcastLink } of podcastList)
    expect([description, podcastLink], title).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/^https:/)]);
});
