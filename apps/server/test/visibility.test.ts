import { block, mute } from '@commons/contract/profiles/schemas';
import { search } from '@commons/contract/search/schemas';
import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { isVisible, visibilityParameters } from '../src/community/members/index.ts';
import { posts } from '../src/features/feed/posts.tables.ts';
import { putOnList, routeOf, visibilityCells } from './authorization.ts';
import { setUpCommunity } from './community.ts';
import { listEndpoints } from './contract-endpoints.ts';
import type { ListScene, ReaderName } from './scene.ts';

const community = setUpCommunity();

const hideBy: Partial<Record<ReaderName, (scene: ListScene) => Promise<unknown>>> = {
  blocked: ({ author, reader }) => author.call(block, { params: { userId: reader.id } }),
  blocker: ({ author, reader }) => reader.call(block, { params: { userId: author.id } }),
  muter: ({ author, reader }) => reader.call(mute, { params: { userId: author.id } }),
};

async function findAuthor({ route, reader: name }: (typeof visibilityCells)[number]): Promise<string> {
  const author = await community.current.member({ isFlagged: name === 'held' });
  const reader = await community.current.member({ isFlagged: name === 'flagged' });
  const scene = { community: community.current, author, reader };
  const path = (await putOnList(route, scene)) ?? route.split(' ')[1]!;
  await hideBy[name]?.(scene);
  const caller = name === 'anonymous' ? community.current.visitor : reader;
  const response = await caller.send('GET', path);
  if (response.status !== 200) return String(response.status);
  return JSON.stringify(response.body).includes(author.id) ? 'shown' : 'hidden';
}

describe('the visibility table', () => {
  test('lists every list of the contract', () => {
    const listedRoutes = new Set(visibilityCells.map(({ route }) => route.split('?', 1)[0] ?? ''));
    // A search response contains several lists.
    expect(listedRoutes).toEqual(new Set([...listEndpoints(), search].map(routeOf)));
  });

  test.for(visibilityCells)('$route read by $reader: $finds', async (cell) => {
    expect(await findAuthor(cell)).toBe(cell.finds);
  });
});

test('a visitor sees published posts, but not those held for review', async () => {
  const [author, flagged] = [await community.current.member(), await community.current.member({ isFlagged: true })];
  await Promise.all(
    [author, flagged].map((member) => member.send('POST', '/api/posts', { body: { content: 'Good morning' } })),
  );
  const visiblePostsOf = async (authorId: string) =>
    community.current.db
      .select({ id: posts.id })
      .from(posts)
      .where(and(eq(posts.authorId, sql.placeholder('authorId')), isVisible(posts)))
      .prepare('seen_by_nobody')
      .execute({ ...visibilityParameters(undefined), authorId });
  expect([await visiblePostsOf(author.id), await visiblePostsOf(flagged.id)].map(({ length }) => length)).toEqual([
    1, 0,
  ]);
});
