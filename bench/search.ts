import type { Pool } from 'pg';
import { features } from '../apps/server/src/app.ts';
import { openDatabase as openServerDatabase } from '../apps/server/src/platform/database/database.ts';
import { searchSourcesOf } from '../apps/server/src/platform/feature.ts';
import { indexChanges, enqueueNewRows } from '../apps/server/src/platform/search/documents.ts';
import { openDatabase } from './lib/database.ts';
import { explain } from './lib/explain.ts';
import { latencies } from './lib/latency.ts';
import { type Measurement, median, rounded } from './lib/measurement.ts';
import { signInMembers } from './lib/members.ts';
import { requireDefined } from './lib/require-defined.ts';
import { startServer } from './lib/server-process.ts';
import { watchReads } from './lib/watch-reads.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

const sizes = { quick: 100_000, full: 1_000_000 };
const wordsInPost = 40;
const vocabularySize = 60_000;
const callsOfEach = 100;
const barMilliseconds = 50;

/** Real words by their rank in the generated vocabulary: in most posts, in some, in a few. */
const realWords: Record<number, string> = {
  3: 'gratitude',
  6: 'anxiety',
  9: 'morning',
  400: 'meditation',
  2_000: 'heron',
  30_000: 'zephyr',
  31_000: 'café',
};

const queries: Record<string, string> = {
  'a common word': 'gratitude',
  'a common word, misspelt': 'anxeity',
  'a word of some posts': 'meditation',
  'a word of some posts, misspelt': 'meditaton',
  'a rare word': 'zephyr',
  'with an accent': 'cafe',
  'two letters': 'an',
  'a beginning': 'gratitud',
  'two common words': 'gratitude anxiety',
  'a common and a rare word': 'morning zephyr',
  'two words, one misspelt': 'heron meditaton',
  'a word that nobody wrote': 'xylophonist',
};

/** Measures the response times of searches among 1,000,000 posts. */
export async function measureSearch({ quick }: { quick: boolean }): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const postCount = quick ? sizes.quick : sizes.full;
  const { url, pool } = await openDatabase(cleanups);
  await seed(pool, { members: 20_000, posts: 20_000 });
  await writePosts(url, pool, postCount);
  const cookies = (await signInMembers(pool, 100)).map(({ cookie }) => cookie);
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: await makeFolder(cleanups) }, cleanups);
  const measurements: Measurement[] = [];
  const everyTime: number[] = [];
  for (const [name, words] of Object.entries(queries)) {
    for (const [suffix, type] of [
      ['', ''],
      [', posts alone', '&type=posts'],
    ]) {
      const address = `${server.url}/api/search?q=${encodeURIComponent(words)}${type}`;
      await latencies(address, cookies, 10);
      const times = (await latencies(address, cookies, callsOfEach)).toSorted((one, other) => one - other);
      if (type === '') everyTime.push(...times);
      const measurement = searchMeasurement(`${name}${suffix}`, times, words);
      process.stderr.write(`${measurement.name}: ${measurement.value} ms\n`);
      measurements.push(measurement);
    }
  }
  const paths = {
    'with the index': '/api/search?q=zephyr&type=posts',
    'with a scan': '/api/search?q=gratitude&type=posts',
  };
  const reads = await watchReads(paths, { databaseUrl: url, cookie: requireDefined(cookies[0]), atMost: 4 });
  const plans = await explain(
    pool,
    // The server's background work may send statements, too.
    reads.flatMap(({ statements }) => statements.filter(({ name }) => name.includes('search'))),
  );
  const allTimes = everyTime.toSorted((one, other) => one - other);
  return [
    ...measurements,
    searchMeasurement('all of them', allTimes, `${postCount} posts`),
    ...reads.map(({ count }) => count),
    plans,
  ];
}

const quantile = (sorted: readonly number[], part: number) =>
  requireDefined(sorted[Math.floor((sorted.length - 1) * part)]);

const searchMeasurement = (name: string, times: readonly number[], words: string): Measurement => ({
  name: `p95 of ${name}`,
  value: rounded(quantile(times, 0.95), 1),
  unit: 'ms',
  target: { atMost: barMilliseconds },
  note: `${words}: p50 ${rounded(median(times), 1)}, p99 ${rounded(quantile(times, 0.99), 1)}`,
});

/** Creates a generator that returns the same numbers in each run. */
function createRandom(): () => number {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function makeVocabulary(random: () => number): string[] {
  const syllables = [
    'ba',
    'cor',
    'del',
    'fin',
    'gal',
    'hem',
    'jor',
    'kel',
    'lum',
    'mar',
    'nes',
    'oph',
    'pra',
    'quil',
    'ros',
    'sten',
    'tor',
    'und',
    'vex',
    'wyn',
    'an',
    'me',
    'gra',
    'anx',
  ];
  const vocabularySet = new Set<string>();
  while (vocabularySet.size < vocabularySize) {
    const count = 2 + Math.floor(random() * 3);
    vocabularySet.add(Array.from({ length: count }, () => syllables[Math.floor(random() * syllables.length)]).join(''));
  }
  const vocabulary = [...vocabularySet];
  for (const [rank, word] of Object.entries(realWords)) vocabulary[Number(rank)] = word;
  return vocabulary;
}

/** Writes posts whose word frequencies follow Zipf's law, and indexes them as the server does. */
async function writePosts(url: string, pool: Pool, count: number): Promise<void> {
  const random = createRandom();
  const vocabulary = makeVocabulary(random);
  const drawWord = () => requireDefined(vocabulary[Math.floor(vocabularySize ** random()) - 1]);
  const firstPostTime = Date.now() - 300 * 24 * 60 * 60 * 1000;
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM users LIMIT 10000');
  const client = await pool.connect();
  try {
    await client.query('SET synchronous_commit = off; DROP INDEX search_documents_by_words');
    for (let done = 0; done < count; done += 10_000) {
      const [ids, authors, contents]: [string[], string[], string[]] = [[], [], []];
      for (let index = done; index < done + 10_000; index += 1) {
        const words = Array.from({ length: wordsInPost }, drawWord);
        const time = (firstPostTime + index * 20_000).toString(16).padStart(12, '0');
        ids.push(`${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${index.toString(16).padStart(12, '0')}`);
        authors.push(requireDefined(rows[Math.floor(random() ** 2 * rows.length)]).id);
        contents.push(words.join(' '));
      }
      await client.query(
        `INSERT INTO posts (id, author_id, content, created_at)
         SELECT id, author_id, content, now() FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS made (id, author_id, content)`,
        [ids, authors, contents],
      );
    }
    await client.query(`SET maintenance_work_mem = '1GB'`);
    await client.query('DELETE FROM search_progress');
    const indexingStartedAt = performance.now();
    const db = openServerDatabase(url, 2, { warn: () => undefined });
    for (let queuedRows = 0; queuedRows < count + 50_000; queuedRows += 50_000) {
      await enqueueNewRows(db, searchSourcesOf(features), { atMost: 50_000, now: Date.now() + 60_000 });
      await indexChanges(db, searchSourcesOf(features));
    }
    await db.$client.end();
    process.stderr.write(`indexed in ${Math.round((performance.now() - indexingStartedAt) / 1000)} s\n`);
    await client.query(
      'CREATE INDEX search_documents_by_words ON search_documents USING gin (words) WITH (gin_pending_list_limit = 256)',
    );
    await client.query('VACUUM (ANALYZE) posts, search_documents, search_words');
    await client.query('CHECKPOINT');
  } finally {
    // Closed instead of reused: the connection has changed settings.
    client.release(true);
  }
}
