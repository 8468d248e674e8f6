import { search } from '@commons/contract/search/schemas';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Member, setUpStillCommunity } from '../../../test/community.ts';

const community = setUpStillCommunity();
let reader: Member;

beforeAll(async () => {
  const { db } = community.current;
  reader = await community.current.member();
  // As the dictionary of a community of a million posts would have it.
  await db.execute(
    sql`INSERT INTO search_progress (type, until, documents) VALUES ('posts', gen_random_uuid(), 1000000)`,
  );
  await db.execute(sql`INSERT INTO search_words (word, uses)
    SELECT 'graa' || translate(lpad(n::text, 4, '0'), '0123456789', 'abcdefghij'), 1 FROM generate_series(1, 2000) AS n
    UNION ALL SELECT 'hea' || translate(lpad(n::text, 2, '0'), '0123456789', 'abcdefghij'), 1000 FROM generate_series(0, 49) AS n
    UNION ALL VALUES ('gratitude', 900000), ('zephyr', 3)`);
});

/** The names of the statements by which posts are searched. */
async function waysOf(q: string): Promise<string[]> {
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
  ['its beginning, behind two thousand words that somebody invented', 'gra', 'walk'],
  ['the beginning of many words, none of which is common by itself', 'hea', 'walk'],
  ['a rare word', 'zephyr', 'index'],
  ['its beginning', 'zeph', 'index'],
  ['a rare word beside a common beginning', 'zephyr gra', 'index'],
] as const)('%s is looked for by the way that is sooner done', async ([, q, way]) => {
  expect(await waysOf(q)).toEqual([`search_posts_by_${way}`]);
});

test('a search of everything holds one connection at a time', async () => {
  const pool = community.current.db.$client;
  await reader.call(search, { query: { q: 'zephyr' } });
  let [held, most] = [0, 0];
  const acquired = () => {
    held += 1;
    most = Math.max(most, held);
  };
  const released = () => {
    held -= 1;
  };
  pool.on('acquire', acquired).on('release', released);
  await reader.call(search, { query: { q: 'zephyr' } });
  pool.off('acquire', acquired).off('release', released);
  expect(most).toBe(1);
});
