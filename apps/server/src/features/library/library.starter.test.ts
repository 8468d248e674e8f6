import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as contract from '@commons/contract/library/schemas';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Community } from '../../../test/community.ts';
import { makeContentDirectory } from '../../../test/content-directory.ts';

let contentDirectory: string;
const openedCommunities: Community[] = [];

const writeContent = (name: string, content: unknown) =>
  writeFile(path.join(contentDirectory, name), JSON.stringify(content));
const bookOf = (title: string) => ({
  title,
  author: 'Ana',
  description: `About ${title}.`,
  buyLink: 'https://books.test',
});

beforeAll(async () => {
  contentDirectory = await makeContentDirectory();
  await writeContent('podcasts.json', [
    { title: 'The Way', description: 'Two voices.', podcastLink: 'https://podcasts.test' },
  ]);
});
afterAll(() => rm(contentDirectory, { recursive: true, force: true }));
beforeEach(() => writeContent('books.json', [bookOf('First'), bookOf('Second')]));
afterEach(async () => {
  for (const community of openedCommunities.splice(0).toReversed()) await community.close();
});

/** Opens a server that has just started to listen. */
async function startServer(existing?: Community): Promise<Community> {
  const community = await Community.open({
    contentDirectory,
    environment: { STARTER_CONTENT: 'on' },
    ...(existing && { sharesDatabaseWith: existing }),
  });
  openedCommunities.push(community);
  await community.listen();
  return community;
}
const addStarterContent = (community: Community) =>
  community.tasks.find(({ name }) => name === 'starter-content')!.run({});
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
  await writeContent('books.json', [bookOf('First'), bookOf('Second'), bookOf('Third')]);
  await addStarterContent(await startServer(community));
  expect(await titlesIn(community)).toEqual(['Third', 'Ours']);
});

test('two servers that start concurrently add each item once', async () => {
  const community = await startServer();
  const other = await startServer(community);
  await Promise.all([addStarterContent(community), addStarterContent(other)]);
  expect((await titlesIn(community)).toSorted()).toEqual(['First', 'Second']);
});

test('the shipped files have 24 books and 12 podcasts, each with a description and an https link', async () => {
  const content = path.join(import.meta.dirname, '../../../../../content');
  const readShipped = async (name: string) =>
    JSON.parse(await readFile(path.join(content, name), 'utf8')) as { title: string; description: string }[];
  const [books, podcasts] = [await readShipped('books.json'), await readShipped('podcasts.json')];
  await writeContent('books.json', books);
  await writeContent('podcasts.json', podcasts);
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
