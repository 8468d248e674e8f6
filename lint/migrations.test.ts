import { loadModule } from 'libpg-query';
import { beforeAll, describe, expect, test } from 'vitest';
import { findFaults, refusals } from './migrations.ts';

beforeAll(() => loadModule());

/** What is said of the last of these migrations. */
function said(...migrations: string[]): string {
  const faults = findFaults(migrations.map((sql, index) => ({ name: String(index), sql })));
  return (faults.get(String(migrations.length - 1)) ?? []).join('\n');
}

const cut = '--> statement-breakpoint';

describe('a migration is refused', () => {
  test.each([
    [
      'fills a new column row by row',
      'ALTER TABLE posts ADD COLUMN key uuid DEFAULT gen_random_uuid()',
      'rewrites the table',
    ],
    [
      'hides that in an expression',
      `ALTER TABLE posts ADD COLUMN at timestamptz DEFAULT now() + random() * '1 d'::interval`,
      'rewrites the table',
    ],
    ['numbers the rows', 'ALTER TABLE posts ADD COLUMN number bigserial', 'rewrites the table'],
    [
      'computes a new column',
      'ALTER TABLE posts ADD COLUMN size int GENERATED ALWAYS AS (length(content)) STORED',
      'rewrites the table',
    ],
    [
      'gives no row of the version before a value',
      'ALTER TABLE posts ADD COLUMN mood text NOT NULL',
      'without a default',
    ],
    ['checks a new column', 'ALTER TABLE posts ADD COLUMN mood text CHECK (mood > 0)', 'reads the table'],
    ['makes a new column unique', 'ALTER TABLE posts ADD COLUMN slug text UNIQUE', 'builds an index'],
    [
      'changes the type of a column',
      'ALTER TABLE "public"."posts" ALTER COLUMN "content" SET DATA TYPE varchar(99)',
      '"posts"."content" rewrites',
    ],
    ['reads all rows for NOT NULL', 'ALTER TABLE posts ALTER COLUMN mood SET NOT NULL', 'SET NOT NULL reads all'],
    ['builds an index', 'CREATE INDEX posts_by_mood ON posts (mood)', 'CREATE INDEX "posts_by_mood" stops writing'],
    ['builds an index for a constraint', 'ALTER TABLE posts ADD CONSTRAINT one UNIQUE (slug)', 'builds an index'],
    ['adds a primary key', 'ALTER TABLE posts ADD PRIMARY KEY (id)', 'builds an index'],
    [
      'checks all references',
      'ALTER TABLE posts ADD CONSTRAINT of_users FOREIGN KEY (author_id) REFERENCES users (id)',
      'NOT VALID',
    ],
    ['checks all rows', 'ALTER TABLE posts ADD CONSTRAINT short CHECK (length(content) < 9)', 'NOT VALID'],
    [
      'validates while it holds the lock',
      `ALTER TABLE posts ADD CONSTRAINT short CHECK (a < 9) NOT VALID;${cut}\nALTER TABLE posts VALIDATE CONSTRAINT short`,
      'into the next migration',
    ],
    ['drops a column', 'ALTER TABLE posts ADD COLUMN mood text, DROP COLUMN content', 'may use "posts"."content"'],
    ['drops a table', 'DROP TABLE IF EXISTS public.posts CASCADE', 'may use "posts"'],
    ['drops a function', 'DROP FUNCTION lock_pair(uuid, uuid)', 'the version before may use'],
    ['drops an index', 'DROP INDEX posts_by_mood', 'make it CONCURRENTLY'],
    ['takes a default away', 'ALTER TABLE posts ALTER COLUMN mood DROP DEFAULT', 'may leave "posts"."mood" out'],
    ['renames a column', 'ALTER TABLE posts RENAME COLUMN content TO words', 'by its old name'],
    ['renames a table', 'ALTER TABLE posts RENAME TO notes', 'by its old name'],
    ['changes all rows', 'UPDATE posts SET mood = 1', 'rows of "posts" stay locked'],
    ['deletes rows', 'DELETE FROM posts WHERE mood IS NULL', 'rows of "posts" stay locked'],
    [
      'copies a table',
      `CREATE TABLE moods (id uuid);${cut}\nINSERT INTO moods SELECT id FROM posts JOIN moods USING (id)`,
      'it reads "posts"',
    ],
    ['makes a table of another', 'CREATE TABLE moods AS SELECT id FROM posts', 'CreateTableAsStmt'],
    ['locks by name', 'LOCK TABLE posts IN SHARE MODE', 'LockStmt'],
    ['empties a table', 'TRUNCATE posts', 'TruncateStmt'],
    ['moves a table', 'ALTER TABLE posts SET TABLESPACE other', 'AT_SetTableSpace'],
    ['hides what it does', 'DO $$ BEGIN UPDATE posts SET mood = 1; END $$', 'DoStmt'],
    ['cannot be read', 'ALTER TABEL posts', 'PostgreSQL cannot read it'],
  ])('that %s', (_, sql, message) => expect(said(sql)).toContain(message));

  test('that builds an index beside members, but among other statements', () => {
    const index = `DROP INDEX CONCURRENTLY IF EXISTS by_mood;${cut}\nCREATE INDEX CONCURRENTLY by_mood ON posts (mood);`;
    expect(said(`ALTER TABLE posts ADD COLUMN mood text;${cut}\n${index}`)).toContain('a migration of their own');
    expect(said(index.replace(cut, ''))).toContain('stands alone between breakpoints');
  });

  test('that would take half an index for a whole one', () => {
    expect(said('CREATE INDEX CONCURRENTLY IF NOT EXISTS by_mood ON posts (mood)')).toContain('half of it');
    const other = `DROP INDEX CONCURRENTLY IF EXISTS other;${cut}\nCREATE INDEX CONCURRENTLY by_mood ON posts (mood)`;
    expect(said(other)).toContain('half of it');
    expect(said('DROP INDEX CONCURRENTLY by_mood')).toContain('says IF EXISTS');
  });
});

describe('a migration is accepted', () => {
  test.each([
    [
      'adds columns with constant values',
      `ALTER TABLE posts ADD COLUMN a text DEFAULT 'x' NOT NULL, ADD COLUMN b jsonb DEFAULT '[]'::jsonb NOT NULL, ADD COLUMN c timestamptz DEFAULT now()`,
    ],
    ['adds a column that refers to another table', 'ALTER TABLE posts ADD COLUMN event_id uuid REFERENCES events (id)'],
    [
      'adds rules that only new rows are held to',
      'ALTER TABLE posts ADD CONSTRAINT a CHECK (b > 0) NOT VALID, ADD CONSTRAINT c FOREIGN KEY (d) REFERENCES users (id) NOT VALID',
    ],
    ['validates a rule of an earlier one', 'ALTER TABLE posts VALIDATE CONSTRAINT a'],
    ['allows nothing where there had to be something', 'ALTER TABLE posts ALTER COLUMN mood DROP NOT NULL'],
    [
      'takes an index that is there for a constraint',
      'ALTER TABLE posts ADD CONSTRAINT one UNIQUE USING INDEX posts_by_slug',
    ],
    [
      'does as it likes with a table of its own',
      `CREATE TABLE "moods" (id uuid, word text);${cut}\nCREATE INDEX a ON public."moods" (id);${cut}\nALTER TABLE "moods" ADD CONSTRAINT b FOREIGN KEY (id) REFERENCES users (id);${cut}\nINSERT INTO moods VALUES (NULL, 'calm');${cut}\nUPDATE moods SET word = 'bright'`,
    ],
    [
      'replaces a function',
      'CREATE OR REPLACE FUNCTION one() RETURNS int LANGUAGE sql AS $$ UPDATE posts SET mood = 1; SELECT 1 $$',
    ],
    [
      'builds an index beside members',
      `-- Why.\nDROP INDEX CONCURRENTLY IF EXISTS "by_mood";${cut}\nCREATE INDEX CONCURRENTLY "by_mood" ON "posts" (mood);`,
    ],
  ])('that %s', (_, sql) => expect(said(sql)).toBe(''));

  test('that makes a column NOT NULL, when a check has proven it before', () => {
    const check = 'ALTER TABLE posts ADD CONSTRAINT has_mood CHECK (mood IS NOT NULL) NOT VALID';
    const prove = 'ALTER TABLE posts VALIDATE CONSTRAINT has_mood';
    const demand = 'ALTER TABLE posts ALTER COLUMN mood SET NOT NULL, DROP CONSTRAINT has_mood';
    expect(said(check, prove, demand)).toBe('');
    expect(said(check, demand)).toContain('SET NOT NULL reads all');
    expect(said(check, prove, demand.replaceAll('mood SET', 'title SET'))).toContain('SET NOT NULL reads all');
  });
});

test('one migration is exempted by its name, and no exemption outlives its reason', () => {
  const faults = findFaults([
    { name: '0000_posts', sql: 'CREATE TABLE posts (id uuid)' },
    { name: '0001_drop', sql: 'DROP TABLE posts' },
    { name: '0002_drop', sql: 'DROP TABLE users' },
  ]);
  expect(refusals(faults, { '0001_drop': 'Nothing has read it since 0.2.' })).toEqual([
    '0002_drop: the version before may use "users": drop it a version after the last that does.',
  ]);
  expect(
    refusals(faults, { '0000_posts': 'No.', '0001_drop': 'Yes.', '0002_drop': 'Yes.', '0003_gone': 'No.' }),
  ).toEqual([
    '0000_posts is exempted, and nothing is wrong with it.',
    '0003_gone is exempted, and nothing is wrong with it.',
  ]);
});
