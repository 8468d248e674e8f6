import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setUpIdleCommunity } from '../../../test/community.ts';
import { planModes, planOf, type SentStatement, sentStatements, tablesScanned } from '../../../test/plans.ts';
import { populate } from '../../../test/population.ts';

const community = setUpIdleCommunity();
let client: PoolClient;
let statements: SentStatement[];

beforeAll(async () => {
  client = await community.current.db.$client.connect();
  await populate(client, { members: 1_000, posts: 4_000 });
  // Every second post has a picture whose id is the id of the post.
  await client.query(`
    INSERT INTO media_files (id, kind, width, height, attached_at) SELECT id, 'image', 10, 10, now() FROM posts;
    UPDATE posts SET images = jsonb_build_array(jsonb_build_object(
        'url', '/media/' || id || '-full.webp', 'alt', 'A lake', 'isBlurred', false, 'width', 10, 'height', 10))
      WHERE right(id::text, 1) IN ('0', '2', '4', '6', '8', 'a', 'c', 'e');
    ANALYZE`);
  const { rows } = await client.query<{ id: string }>("SELECT id FROM posts WHERE images <> '[]' LIMIT 1");
  const query = vi.spyOn(Client.prototype, 'query');
  await community.current.server.inject({ url: `/media/${rows[0]!.id}-card.webp` });
  statements = sentStatements(query.mock.calls).filter(({ name }) => name !== '');
  query.mockRestore();
});
afterAll(() => client.release());

test('serving a picture takes one prepared statement', () => {
  expect(statements.map(({ name }) => name)).toEqual(['media_file']);
});

test.each(planModes)('with %s the post of a picture is found by an index', async (mode) => {
  expect(tablesScanned(await planOf(client, statements[0]!, mode))).toEqual([]);
});
