import { search } from '@commons/contract/search/schemas';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Member, setUpIdleCommunity } from '../../../test/community.ts';

const community = setUpIdleCommunity();
let reader: Member;

beforeAll(async () => {
  const { db } = community.current;
  reader = await community.current.member();
  // Simulates the dictionary of a community with a million posts.
  await db.execute(
    sql`INSERT INTO search_progress (type, until, documents) VALUES ('posts', gen_random_uuid(), 1000000)`,
  );
  await db.execute(sql`INSERT INTO search_words (word, uses)
    SELECT 'graa' || translate(lpad(n::text, 4, '0'), '0123456789', 'abcdefghij'), 1 FROM generate_series(1, 2000) AS n
    UNION ALL SELECT 'hea' || translate(lpad(n::text, 2, '0'), '0123456789', 'abcdefghij'), 1000 FROM generate_series(0, 49) AS n
    UNION ALL VALUES ('gratitude', 900000), ('zephyr', 3)`);
});

/** Returns the names of the statements that search posts. */
async function strategiesOf(q: string): Promise<string[]> {
  const query = vi.spyOn(Client.prototype, 'query');
  try {
    expect((await reader.call(search, { query: { q, type: 'posts' } })).status).toBe(200);
    const names = query.mock.calls.map(([statement]) => (statement as { name?: string }).name ?? '');
    return names.filter((name) => name.startsWith('search_posts'));
  } finally {
    query.mockRestore();
  }
}

test.for([
  ['a word of most posts', 'gratitude', 'walk'],
  ['a prefix of a common word and of two thousand invented words', 'gra', 'walk'],
  ['a prefix of many words that are not common', 'hea', 'walk'],
  ['a rare word', 'zephyr', 'index'],
  ['a prefix of a rare word', 'zeph', 'index'],
  ['a rare word with a common prefix', 'zephyr gra', 'index'],
] as const)('%s is searched with the faster plan', async ([, q, strategy]) => {
  expect(await strategiesOf(q)).toEqual([`search_posts_by_${strategy}`]);
});

test('a search of all types uses one connection at a time', async () => {
  const pool = community.current.db.$client;
  await reader.call(search, { query: { q: 'zephyr' } });
  let [connections, maxConnections] = [0, 0];
  const onAcquire = () => {
    connections += 1;
    maxConnections = Math.max(maxConnections, connections);
  };
  const onRelease = () => {
    connections -= 1;
  };
  pool.on('acquire', onAcquire).on('release', onRelease);
  await reader.call(search, { query: { q: 'zephyr' } });
  pool.off('acquire', onAcquire).off('release', onRelease);
  expect(maxConnections).toBe(1);
});
