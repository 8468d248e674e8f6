import { createPost, deletePost, updatePost } from '@commons/contract/feed/schemas';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { features } from '../../app.ts';
import { searchedOf } from '../../platform/feature.ts';
import { createRetention } from './search.retention.ts';
import { createUpkeep } from './search.upkeep.ts';

const community = setUpCommunity();
const [upkeep, retention] = [createUpkeep(searchedOf(features)), createRetention(searchedOf(features))];
const learnWords = () => upkeep(community.current.db, { now: Date.now() + 60_000 });
const forget = () => retention(community.current.db);

const share = async (author: Member, content: string) => (await author.call(createPost, { body: { content } })).body.id;

/** Which of some words are known. */
async function wordsOf(...words: string[]): Promise<string[]> {
  const { rows } = await community.current.db.execute<{ word: string }>(
    sql`SELECT word FROM search_words WHERE word IN ${words} ORDER BY word`,
  );
  return rows.map(({ word }) => word);
}

test('forgets what nobody has written any more, and keeps what somebody has, in whichever form', async () => {
  const reader = await community.current.member();
  const [gone, left] = [
    await share(reader, 'A thylacine with a bandicoot'),
    await share(reader, 'Bandicoots, wondering'),
  ];
  await community.current.member({ firstName: 'Wombatina', lastName: 'Quollsworth' });
  await learnWords();
  const all = ['bandicoot', 'bandicoots', 'quollsworth', 'thylacine', 'wombatina', 'wondering'];
  await forget();
  expect(await wordsOf(...all)).toEqual(all);
  await reader.call(deletePost, { params: { id: gone }, query: {} });
  await community.current.db.execute(sql`UPDATE users SET first_name = '' WHERE first_name = 'Wombatina'`);
  expect(await forget()).toBeGreaterThanOrEqual(2);
  expect(await wordsOf(...all)).toEqual(['bandicoot', 'bandicoots', 'quollsworth', 'wondering']);
  await reader.call(updatePost, { params: { id: left }, body: { content: 'Nothing' } });
  await forget();
  expect(await wordsOf(...all)).toEqual(['quollsworth']);
});

test('is gone through in pieces, to its end', async () => {
  await community.current.db.execute(
    sql`INSERT INTO search_words (word, uses) SELECT 'yy' || repeat('a', n % 26) || chr(97 + n / 26), 1 FROM generate_series(0, 648) AS n
      UNION ALL SELECT 'zz' || repeat('b', n % 26) || chr(97 + n / 26), 1 FROM generate_series(0, 648) AS n ON CONFLICT DO NOTHING`,
  );
  expect(await forget()).toBeGreaterThan(1_200);
  const { rows } = await community.current.db.execute(
    sql`SELECT FROM search_words WHERE word LIKE 'yya%' OR word LIKE 'zzb%'`,
  );
  expect(rows).toEqual([]);
});
