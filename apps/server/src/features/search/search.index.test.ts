import { deleteAccount } from '@commons/contract/account/schemas';
import { signUp } from '@commons/contract/auth/schemas';
import { createEvent, deleteEvent, updateEvent } from '@commons/contract/events/schemas';
import { createPost, deletePost, updatePost } from '@commons/contract/feed/schemas';
import { createJournalPrompt, deleteJournalPrompt, updateJournalPrompt } from '@commons/contract/journal/schemas';
import { createBook, deleteBook, updateBook } from '@commons/contract/library/schemas';
import { createMeditation, deleteMeditation, updateMeditation } from '@commons/contract/meditations/schemas';
import { updateProfile } from '@commons/contract/profiles/schemas';
import { search, type SearchType } from '@commons/contract/search/schemas';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { newcomer } from '../../../test/accounts.ts';
import { Community, type Member, setUpCommunity } from '../../../test/community.ts';
import { waitForLockWaiters } from '../../../test/waiting.ts';
import { features } from '../../app.ts';
import { searchSourcesOf } from '../../community/feature.ts';
import { documentsOf, indexChanges, reindex } from '../../community/search-documents/documents.ts';
import { enqueueReindex } from '../../community/search-documents/search-source.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { localStorage } from '../../platform/media/storage.ts';
import { postKind } from '../feed/feed.contributions.ts';

const community = setUpCommunity();
const searchSources = searchSourcesOf(features);
/** Indexes only enqueued changes, so that a missing enqueue fails a test. */
const indexPending = () => indexChanges(community.current.db, searchSources);

let admin: Member;
beforeAll(async () => {
  admin = await community.current.member({ role: 'admin' });
});

async function find(q: string, type: SearchType): Promise<string[]> {
  await indexPending();
  const { body } = await admin.call(search, { query: { q, type, limit: 100 } });
  return body.groups[0]!.results.map(({ id }) => id);
}

const share = async (author: Member, content: string) => (await author.call(createPost, { body: { content } })).body.id;

const usesOf = async (...words: string[]) => {
  const { rows } = await community.current.db.execute<{ word: string; uses: number }>(
    sql`SELECT word, uses FROM search_words WHERE word IN ${words} ORDER BY word`,
  );
  return Object.fromEntries(rows.map(({ word, uses }) => [word, uses]));
};

type Kind = {
  type: SearchType;
  create: (word: string) => Promise<string>;
  change: (id: string, word: string) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
};

const eventOf = (title: string) => ({ title, eventDate: '2099-01-01T18:00', timeZone: 'Europe/Berlin' });
const kinds: Kind[] = [
  {
    type: 'posts',
    create: (word) => share(admin, word),
    change: (id, word) => admin.call(updatePost, { params: { id }, body: { content: word } }),
    remove: (id) => admin.call(deletePost, { params: { id }, query: {} }),
  },
  {
    type: 'books',
    create: async (word) => (await admin.call(createBook, { body: { title: word } })).body.id,
    change: (id, word) => admin.call(updateBook, { params: { id }, body: { title: word } }),
    remove: (id) => admin.call(deleteBook, { params: { id } }),
  },
  {
    type: 'events',
    create: async (word) => (await admin.call(createEvent, { body: eventOf(word) })).body.id,
    change: (id, word) => admin.call(updateEvent, { params: { id }, body: eventOf(word) }),
    remove: (id) => admin.call(deleteEvent, { params: { id } }),
  },
  {
    type: 'prompts',
    create: async (word) => (await admin.call(createJournalPrompt, { body: { prompt: word, categoryId: 1 } })).body.id,
    change: (id, word) => admin.call(updateJournalPrompt, { params: { id }, body: { prompt: word, categoryId: 1 } }),
    remove: (id) => admin.call(deleteJournalPrompt, { params: { id } }),
  },
  {
    type: 'meditations',
    async create(word) {
      const sound = { audioUrl: 'https://a.test/a.mp3', albumCoverUrl: null, duration: 60 };
      return (await admin.call(createMeditation, { body: { title: word, description: '', ...sound } })).body.id;
    },
    change: (id, word) => admin.call(updateMeditation, { params: { id }, body: { title: word, description: '' } }),
    remove: (id) => admin.call(deleteMeditation, { params: { id } }),
  },
];

test.for(kinds)(
  '$type are indexed as they are created, changed and deleted',
  async ({ type, create, change, remove }) => {
    const [first, second] = [`marmalade${type}`, `porcupine${type}`];
    const id = await create(first);
    expect(await find(first, type)).toEqual([id]);
    await change(id, second);
    expect([await find(first, type), await find(second, type)]).toEqual([[], [id]]);
    await remove(id);
    expect(await find(second, type)).toEqual([]);
    expect(await usesOf(first, second)).toEqual({});
    const { rows } = await community.current.db.execute(sql`SELECT FROM search_documents WHERE id = ${id}`);
    expect(rows).toEqual([]);
  },
);

test('a new member is found by their name, and after a change by the new name', async () => {
  const account = { ...newcomer(), firstName: 'Wombatina', lastName: 'Quollsworth' };
  await community.current.visitor.call(signUp, { body: account });
  const [id] = await find('wombatina', 'people');
  const { rows } = await community.current.db.execute<{ id: string }>(
    sql`SELECT id FROM users WHERE email = ${account.email}`,
  );
  expect(id).toBe(rows[0]!.id);
  const cookie = await community.current.signIn(id!);
  await community.current.visitor.call(updateProfile, { body: { firstName: 'Numbatina' } }, { cookie });
  expect([await find('wombatina', 'people'), await find('numbatina', 'people')]).toEqual([[], [id]]);
});

test('the name of a member who leaves is removed at once', async () => {
  const member = await community.current.member({ firstName: 'Bandicoota', lastName: 'Field' });
  await community.current.work((work) => enqueueReindex(work, 'people', [member.id]));
  await indexPending();
  expect(await usesOf('bandicoota')).toEqual({ bandicoota: 1 });
  expect((await member.call(deleteAccount, { body: { content: 'anonymise' } })).status).toBe(204);
  expect(await usesOf('bandicoota')).toEqual({});
});

test('a removed post is not found until it is restored', async () => {
  const id = await share(admin, 'An echidna at noon');
  const { moderation } = postKind.kind;
  if (moderation === 'none') throw new Error('posts are moderated');
  await community.current.work((work) => moderation.remove(work, id));
  expect(await find('echidna', 'posts')).toEqual([]);
  expect(await usesOf('echidna')).toEqual({});
  await community.current.work((work) => moderation.restore(work, id, { content: 'An echidna at noon' }));
  expect(await find('echidna', 'posts')).toEqual([id]);
});

test('the dictionary counts the documents of each word', async () => {
  const [one, two] = [await share(admin, 'Thylacine, thylacine'), await share(admin, 'A thylacine and a dugong')];
  await indexPending();
  expect(await usesOf('thylacine', 'dugong')).toEqual({ dugong: 1, thylacine: 2 });
  await admin.call(updatePost, { params: { id: two }, body: { content: 'A dugong' } });
  await indexPending();
  expect(await usesOf('thylacine', 'dugong')).toEqual({ dugong: 1, thylacine: 1 });
  await admin.call(deletePost, { params: { id: one }, query: {} });
  await indexPending();
  expect(await usesOf('thylacine', 'dugong')).toEqual({ dugong: 1 });
});

test('after an interrupted run the next one indexes everything and counts each word once', async () => {
  const { db } = community.current;
  const id = await share(admin, 'A binturong in the attic');
  // The run fails at its last statement.
  await db.execute(sql`ALTER TABLE search_progress ADD CONSTRAINT broken CHECK (documents < 0) NOT VALID`);
  await expect(indexPending()).rejects.toThrow();
  await db.execute(sql`ALTER TABLE search_progress DROP CONSTRAINT broken`);
  expect((await admin.call(search, { query: { q: 'binturong', type: 'posts' } })).body.groups[0]!.results).toEqual([]);
  expect(await find('binturong', 'posts')).toEqual([id]);
  expect(await usesOf('binturong')).toEqual({ binturong: 1 });
});

test('concurrent runs on two servers write each document once', async () => {
  const other = await Community.open({ sharesDatabaseWith: community.current });
  try {
    const ids = await Promise.all(Array.from({ length: 20 }, () => share(admin, 'Twenty pangolins')));
    await Promise.all([
      indexPending(),
      indexChanges(other.db, searchSources),
      indexPending(),
      indexChanges(other.db, searchSources),
    ]);
    expect((await find('pangolins', 'posts')).toSorted()).toEqual(ids.toSorted());
    expect(await usesOf('pangolins')).toEqual({ pangolins: 20 });
  } finally {
    await other.close();
  }
});

test('a run waits for a transaction that writes the same document', async () => {
  const { db } = community.current;
  const posts = searchSources.find(({ type }) => type === 'posts')!;
  const id = await share(admin, 'A quokka by the pond');
  let run: Promise<unknown> = Promise.resolve();
  await inTransaction(db, async (tx) => {
    await reindex(tx, posts, [id]);
    run = Promise.allSettled([indexPending()]);
    await waitForLockWaiters(community.current);
  });
  expect(await run).toEqual([{ status: 'fulfilled', value: undefined }]);
  expect(await find('quokka', 'posts')).toEqual([id]);
  expect(await usesOf('quokka')).toEqual({ quokka: 1 });
});

test('a post is found after the job that its commit requested', async () => {
  const id = await share(admin, 'A solenodon at dusk');
  await community.current.jobs.find(({ name }) => name === 'search-index')!.run();
  const { body } = await admin.call(search, { query: { q: 'solenodon', type: 'posts' } });
  expect(body.groups[0]!.results.map((result) => result.id)).toEqual([id]);
});

test('the check finds and repairs documents that differ from their rows', async () => {
  const { db } = community.current;
  await indexPending();
  const [changedId, missingId, orphanedId] = [
    await share(admin, 'One axolotl'),
    await share(admin, 'Two axolotl'),
    crypto.randomUUID(),
  ];
  const posts = searchSources.find(({ type }) => type === 'posts')!;
  const check = documentsOf(posts);
  const checkContext = { db, storage: localStorage(community.current.dataDirectory) };
  await db.execute(sql`UPDATE search_progress SET until = 'ffffffff-ffff-ffff-ffff-ffffffffffff' WHERE type = 'posts'`);
  expect(await check.find(checkContext)).toEqual([]);
  await indexPending();
  expect(await check.find(checkContext)).toEqual([]);
  await db.execute(sql`UPDATE posts SET content = 'Three axolotl' WHERE id = ${changedId}`);
  await db.execute(sql`DELETE FROM search_documents WHERE id = ${missingId}`);
  await db.execute(sql`INSERT INTO search_documents VALUES ('posts', ${orphanedId}, '')`);
  const differences = await check.find(checkContext);
  expect(new Set(differences.map(({ key }) => key[0]))).toEqual(new Set([changedId, missingId, orphanedId]));
  for (const difference of differences) await inTransaction(db, (tx) => check.repair!(tx, difference, checkContext));
  expect(await check.find(checkContext)).toEqual([]);
  expect((await find('axolotl', 'posts')).toSorted()).toEqual([changedId, missingId].toSorted());
});
