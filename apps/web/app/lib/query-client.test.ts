import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CancelledError, InfiniteQueryObserver, MutationObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Page } from './api-client.ts';
import { itemsIn, mapPages, type Pages, pagedQuery } from './pages.ts';
import { createQueryClient, refetchNow } from './query-client.ts';

type Note = { id: string; text: string };
const queryKey = ['notes'];

/** A mounted list. The test pendingResponses its reads. */
function mountList() {
  const queryClient = createQueryClient();
  const reads: ((page: Page<Note>) => void)[] = [];
  const read = () => new Promise<Page<Note>>((resolve) => reads.push(resolve));
  const list = new InfiniteQueryObserver(queryClient, pagedQuery<Note>({ queryKey, read }));
  list.subscribe(() => undefined);
  const respond = (number: number, items: Note[], next: string | null = null) => reads[number]?.({ items, next });
  const save = (change: (notes: Note[]) => Note[]) =>
    new MutationObserver(queryClient, {
      meta: { changes: ['notes'] },
      mutationFn: () => Promise.resolve(),
      onSuccess: () => queryClient.setQueryData<Pages<Note>>(queryKey, (pages) => pages && mapPages(pages, change)),
    }).mutate();
  const texts = () => {
    const { data } = list.getCurrentResult();
    return data && itemsIn(data).map(({ text }) => text);
  };
  return { queryClient, list, reads, respond, save, texts };
}

const note = (id: string, text = id): Note => ({ id, text });
const change = (id: string, text: string) => (notes: Note[]) =>
  notes.map((each) => (each.id === id ? note(id, text) : each));

test("a member's change survives a refetch that was in flight", async () => {
  const { list, reads, respond, save, texts } = mountList();
  respond(0, [note('tea')]);
  await vi.waitFor(() => expect(texts()).toEqual(['tea']));

  void list.refetch();
  expect(reads).toHaveLength(2);
  await save(change('tea', 'green tea'));
  respond(1, [note('tea')]);
  expect(texts()).toEqual(['green tea']);
  expect(reads).toHaveLength(3);
  respond(2, [note('tea', 'green tea, from the server')]);
  await vi.waitFor(() => expect(texts()).toEqual(['green tea, from the server']));
});

test('a post created before the list has loaded appears in it', async () => {
  const { reads, respond, save, texts } = mountList();
  expect(reads).toHaveLength(1);
  await save((notes) => notes);
  respond(0, [note('tea')]);
  respond(1, [note('mine'), note('tea')]);
  await vi.waitFor(() => expect(texts()).toEqual(['mine', 'tea']));
});

test("a member's change survives the next page, and that page is read once", async () => {
  const { list, reads, respond, save, texts } = mountList();
  respond(0, [note('tea'), note('bread')], 'after bread');
  await vi.waitFor(() => expect(texts()).toEqual(['tea', 'bread']));

  const loaded = list.fetchNextPage();
  await save(change('tea', 'green tea'));
  await save((notes) => notes.filter(({ id }) => id !== 'bread'));
  respond(1, [note('rain')]);
  await loaded;
  expect(texts()).toEqual(['green tea', 'rain']);
  expect(reads).toHaveLength(2);
});

test('a page requested before the list started over is not added', async () => {
  const { queryClient, list, respond, texts } = mountList();
  respond(0, [note('tea')], 'after tea');
  await vi.waitFor(() => expect(texts()).toEqual(['tea']));

  const loaded = list.fetchNextPage();
  queryClient.setQueryData<Pages<Note>>(queryKey, {
    pages: [{ items: [note('new')], next: 'after new' }],
    pageParams: [null],
  });
  respond(1, [note('rain')]);
  await loaded;
  expect(texts()).toEqual(['new']);
});

test('a full refetch replaces the list, even if it started over in the meantime', async () => {
  const { queryClient, list, reads, respond, texts } = mountList();
  respond(0, [note('tea')], 'after tea');
  await vi.waitFor(() => expect(texts()).toEqual(['tea']));
  const loaded = list.fetchNextPage();
  respond(1, [note('rain')]);
  await loaded;

  const refetched = list.refetch();
  queryClient.setQueryData<Pages<Note>>(queryKey, {
    pages: [{ items: [note('new')], next: 'after new' }],
    pageParams: [null],
  });
  respond(2, [note('newer'), note('new')], 'after new');
  await vi.waitFor(() => expect(reads).toHaveLength(4));
  respond(3, [note('tea')]);
  await refetched;
  expect(texts()).toEqual(['newer', 'new', 'tea']);
});

test('a read without an active observer is not restarted', async () => {
  const queryClient = createQueryClient();
  const queryFn = vi.fn<() => Promise<string>>(() => Promise.resolve('profile'));
  const prefetched = queryClient.prefetchQuery({ queryKey: ['profile'], queryFn });
  await new MutationObserver(queryClient, {
    meta: { changes: ['profile'] },
    mutationFn: () => Promise.resolve(),
  }).mutate();
  await prefetched;
  expect(queryFn).toHaveBeenCalledTimes(1);
});

test.for([
  [['drawings'], 1],
  [[], 1],
  [undefined, 1],
  [['notes'], 2],
  [['drawings', 'notes'], 2],
] as const)('after a mutation that changes %j, a list in flight is read %i times', async ([changes, reads]) => {
  const list = mountList();
  await new MutationObserver(list.queryClient, {
    ...(changes && { meta: { changes } }),
    mutationFn: () => Promise.resolve(),
  }).mutate();
  expect(list.reads).toHaveLength(reads);
});

const quotedNames = (text: string) => [...text.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);

test('every name in the changes of a mutation starts a query key', async () => {
  const app = path.join(import.meta.dirname, '..');
  const [changed, read] = [new Set<string>(), new Set<string>()];
  for await (const file of glob('**/*.{ts,tsx}', { cwd: app })) {
    if (file.includes('.test.')) continue;
    const source = await readFile(path.join(app, file), 'utf8');
    for (const [, names = ''] of source.matchAll(/\bchanges(?:: | = )\[([^\]]*)\]/g))
      for (const name of quotedNames(names)) changed.add(name);
    // First parts of keys, and names passed to list factories.
    for (const [first] of source.matchAll(/\['[\w-]+'|\bname: '[\w-]+'/g)) read.add(quotedNames(first)[0] ?? '');
  }
  expect(changed.size).toBeGreaterThan(15);
  expect([...changed].filter((name) => !read.has(name))).toEqual([]);
});

test('refetching cancels a read in flight, even without an observer', async () => {
  const queryClient = createQueryClient();
  const pendingResponses: ((count: number) => void)[] = [];
  const query = {
    queryKey: ['count'],
    queryFn: () => new Promise<number>((resolve) => pendingResponses.push(resolve)),
  };

  const first = refetchNow(queryClient, query).catch((error: unknown) => error);
  await vi.waitFor(() => expect(pendingResponses).toHaveLength(1));
  const again = refetchNow(queryClient, query);
  await vi.waitFor(() => expect(pendingResponses).toHaveLength(2));
  pendingResponses[1]?.(2);
  pendingResponses[0]?.(1);
  await again;
  expect(await first).toBeInstanceOf(CancelledError);
  expect(queryClient.getQueryData(query.queryKey)).toBe(2);
});
