import { randomUUID } from 'node:crypto';
import * as contract from '@commons/contract/library/schemas';
import type { Problem } from '@commons/contract/problem/schemas';
import { block, mute } from '@commons/contract/profiles/schemas';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { invalidWebAddresses } from '../../../test/hostile-links.ts';
import { expectProblem } from '../../../test/problems.ts';

const community = setUpCommunity();
let admin: Member;
let ana: Member;
beforeAll(async () => {
  admin = await community.current.member({ role: 'admin' });
  ana = await community.current.member();
});

const wintering = {
  title: 'Wintering',
  author: 'Katherine May',
  description: 'On lying fallow.\nAnd coming back.',
  imageUrl: 'https://covers.test/wintering.jpg',
  buyLink: 'https://books.test/wintering?by=may#buy',
};
const wayOut = {
  title: 'The Way Out Is In',
  description: 'A monk and a journalist.',
  albumCoverUrl: 'https://covers.test/way.jpg',
  podcastLink: 'http://podcasts.test/way',
};
const addBook = async (overrides: object = {}) =>
  (await admin.call(contract.createBook, { body: { ...wintering, ...overrides } })).body;
const addPodcast = async (overrides: object = {}) =>
  (await admin.call(contract.createPodcast, { body: { ...wayOut, ...overrides } })).body;

describe('a book and a podcast', () => {
  test('of an admin are visible to every member, newest first, and can be changed by admins only', async () => {
    const [first, second] = [await addBook({ title: 'First' }), await addBook({ title: 'Second' })];
    expect(second).toEqual({ ...wintering, title: 'Second', id: second.id, can: { edit: true, delete: true } });
    const expectedBooks = [second, first].map((book) => ({ ...book, can: { edit: false, delete: false } }));
    expect((await ana.call(contract.listBooks, { query: { limit: 2 } })).body).toEqual(expectedBooks);
    const podcast = await addPodcast();
    expect(podcast).toEqual({ ...wayOut, id: podcast.id, can: { edit: true, delete: true } });
    const [listed] = (await ana.call(contract.listPodcasts, {})).body;
    expect(listed).toEqual({ ...podcast, can: { edit: false, delete: false } });
  });

  test('have separate lists, and calls of one kind reject ids of the other', async () => {
    const [book, podcast] = [await addBook(), await addPodcast()];
    const books = (await ana.call(contract.listBooks, {})).body.map(({ id }) => id);
    expect([books.includes(book.id), books.includes(podcast.id)]).toEqual([true, false]);
    const change = { params: { id: podcast.id }, body: { title: 'A book' } };
    expectProblem(await admin.call(contract.updateBook, change), 404, 'library.book_not_found');
    const params = { id: book.id };
    expectProblem(await admin.call(contract.deletePodcast, { params }), 404, 'library.podcast_not_found');
  });

  test('need only a title; empty fields become null', async () => {
    const empty = { author: null, description: null, imageUrl: null, buyLink: null };
    expect(await addBook({ title: ' Bare ', author: '', description: ' ', imageUrl: '', buyLink: '' })).toMatchObject({
      title: 'Bare',
      ...empty,
    });
    expect((await admin.call(contract.createBook, { body: { title: 'Bare' } })).body).toMatchObject(empty);
    expect((await admin.call(contract.createPodcast, { body: { title: 'Bare' } })).body).toMatchObject({
      description: null,
      albumCoverUrl: null,
      podcastLink: null,
    });
  });

  test('are visible regardless of blocks and mutes of the admin', async () => {
    const { id } = await addBook();
    await ana.call(block, { params: { userId: admin.id } });
    const muter = await community.current.member({ isFlagged: true });
    await muter.call(mute, { params: { userId: admin.id } });
    for (const reader of [ana, muter]) expect((await reader.call(contract.listBooks, {})).body[0]?.id).toBe(id);
  });

  test('lose omitted text fields in a change, keep an omitted cover, and lose a cover of null', async () => {
    const { id } = await addBook();
    const change = async (body: contract.BookChange) =>
      (await admin.call(contract.updateBook, { params: { id }, body })).body;
    expect(await change({ title: 'Winter' })).toMatchObject({
      title: 'Winter',
      author: null,
      buyLink: null,
      imageUrl: wintering.imageUrl,
    });
    expect(await change({ title: 'Winter', imageUrl: null })).toMatchObject({ imageUrl: null });
    expect((await ana.call(contract.listBooks, {})).body[0]).toMatchObject({ id, title: 'Winter', imageUrl: null });
  });

  test('can be deleted once', async () => {
    const params = { id: (await addPodcast()).id };
    expect((await admin.call(contract.deletePodcast, { params })).status).toBe(204);
    expect((await ana.call(contract.listPodcasts, {})).body.map(({ id }) => id)).not.toContain(params.id);
    expectProblem(await admin.call(contract.deletePodcast, { params }), 404, 'library.podcast_not_found');
    expectProblem(
      await admin.call(contract.deleteBook, { params: { id: randomUUID() } }),
      404,
      'library.book_not_found',
    );
  });

  test('publish each change with their kind', async () => {
    const live = await community.current.connect(await community.current.member());
    const { id } = await addBook();
    expect(await live.next('library.changed')).toEqual({ type: 'library.changed', kind: 'book' });
    await admin.call(contract.updateBook, { params: { id }, body: { title: 'Winter' } });
    expect(await live.next('library.changed')).toMatchObject({ kind: 'book' });
    await admin.call(contract.deleteBook, { params: { id } });
    expect(await live.next('library.changed')).toMatchObject({ kind: 'book' });
    await addPodcast();
    expect(await live.next('library.changed')).toMatchObject({ kind: 'podcast' });
    live.close();
  });
});

const linkFields = [
  ['/api/books', 'buyLink'],
  ['/api/books', 'imageUrl'],
  ['/api/podcasts', 'podcastLink'],
  ['/api/podcasts', 'albumCoverUrl'],
] as const;

const errorPathsOf = ({ errors = [] }: Problem) => new Set(errors.map(({ path }) => path));

test.for(linkFields)(
  '%s rejects an invalid %s with its field name, for new items and changes',
  async ([path, field]) => {
    const before = (await ana.send<{ id: string }[]>('GET', path)).body;
    for (const link of [...invalidWebAddresses, `https://books.test/${'x'.repeat(2_000)}`]) {
      const body = { title: 'Wintering', [field]: link };
      for (const response of [
        await admin.send('POST', path, { body }),
        await admin.send('PUT', `${path}/${randomUUID()}`, { body }),
      ])
        expect([...errorPathsOf(expectProblem(response, 400, 'request.invalid'))], JSON.stringify(link)).toEqual([
          field,
        ]);
    }
    expect((await ana.send('GET', path)).body).toEqual(before);
  },
);

test.for<[name: string, invalidFields: object, field: string]>([
  ['no title', { title: ' ' }, 'title'],
  ['a long title', { title: 'x'.repeat(201) }, 'title'],
  ['a title of two lines', { title: 'One\nTwo' }, 'title'],
  ['a long author', { author: 'x'.repeat(201) }, 'author'],
  ['a long description', { description: 'x'.repeat(501) }, 'description'],
  ['a cover without https', { imageUrl: 'http://covers.test/a.jpg' }, 'imageUrl'],
])('a book with %s is rejected', async ([, invalidFields, field]) => {
  const response = await admin.send('POST', '/api/books', { body: { ...wintering, ...invalidFields } });
  expect(expectProblem(response, 400, 'request.invalid').errors).toMatchObject([{ path: field }]);
});
