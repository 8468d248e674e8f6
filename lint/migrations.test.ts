import { loadModule } from 'libpg-query';
import { beforeAll, describe, expect, test } from 'vitest';
import { findFaults, refusals } from './migrations.ts';

beforeAll(() => loadModule());

/** Returns the faults of the last of these migrations. */
function faultsOf(...migrations: string[]): string {
  const faults = findFaults(migrations.map((sql, index) => ({ name: String(index), sql })));
  return (faults.get(String(migrations.length - 1)) ?? []).join('\n');
}

const breakpoint = '--> statement-breakpoint';

describe('refuses a migration', () => {
  test.each([
    [
      'fills a new column row by row',
      'ALTER TABLE posts ADD COLUMN key uuid DEFAULT gen_random_uuid()',
      'rewrites the table',
    ],
    [
      'hides a volatile default in an expression',
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
      'adds a NOT NULL column without a default',
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
    ['builds an index', 'CREATE INDEX posts_by_mood ON posts (mood)', 'CREATE INDEX "posts_by_mood" blocks writes'],
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
      `ALTER TABLE posts ADD CONSTRAINT short CHECK (a < 9) NOT VALID;${breakpoint}\nALTER TABLE posts VALIDATE CONSTRAINT short`,
      'to the next migration',
    ],
    ['drops a column', 'ALTER TABLE posts ADD COLUMN mood text, DROP COLUMN content', 'may use "posts"."content"'],
    ['drops a table', 'DROP TABLE IF EXISTS public.posts CASCADE', 'may use "posts"'],
    ['drops a function', 'DROP FUNCTION lock_pair(uuid, uuid)', 'the previous version may use'],
    ['drops an index', 'DROP INDEX posts_by_mood', 'drop it CONCURRENTLY'],
    ['drops a default', 'ALTER TABLE posts ALTER COLUMN mood DROP DEFAULT', 'may omit "posts"."mood"'],
    ['renames a column', 'ALTER TABLE posts RENAME COLUMN content TO words', 'the old name'],
    ['renames a table', 'ALTER TABLE posts RENAME TO notes', 'the old name'],
    ['changes all rows', 'UPDATE posts SET mood = 1', 'rows of "posts" stay locked'],
    ['deletes rows', 'DELETE FROM posts WHERE mood IS NULL', 'rows of "posts" stay locked'],
    [
      'copies a table',
      `CREATE TABLE moods (id uuid);${breakpoint}\nINSERT INTO moods SELECT id FROM posts JOIN moods USING (id)`,
      'it reads "posts"',
    ],
    ['creates a table from a query', 'CREATE TABLE moods AS SELECT id FROM posts', 'CreateTableAsStmt'],
    ['locks a table explicitly', 'LOCK TABLE posts IN SHARE MODE', 'LockStmt'],
    ['empties a table', 'TRUNCATE posts', 'TruncateStmt'],
    ['moves a table to another tablespace', 'ALTER TABLE posts SET TABLESPACE other', 'AT_SetTableSpace'],
    ['runs a DO block', 'DO $$ BEGIN UPDATE posts SET mood = 1; END $$', 'DoStmt'],
    ['has a syntax error', 'ALTER TABEL posts', 'PostgreSQL cannot read it'],
  ])('that %s', (_, sql, message) => expect(faultsOf(sql)).toContain(message));

  test('that builds an index concurrently together with other statements', () => {
    const index = `DROP INDEX CONCURRENTLY IF EXISTS by_mood;${breakpoint}\nCREATE INDEX CONCURRENTLY by_mood ON posts (mood);`;
    expect(faultsOf(`ALTER TABLE posts ADD COLUMN mood text;${breakpoint}\n${index}`)).toContain(
      'to another migration',
    );
    expect(faultsOf(index.replace(breakpoint, ''))).toContain('needs its own breakpoint');
  });

  test('that could keep an invalid index', () => {
    expect(faultsOf('CREATE INDEX CONCURRENTLY IF NOT EXISTS by_mood ON posts (mood)')).toContain('an invalid index');
    const other = `DROP INDEX CONCURRENTLY IF EXISTS other;${breakpoint}\nCREATE INDEX CONCURRENTLY by_mood ON posts (mood)`;
    expect(faultsOf(other)).toContain('an invalid index');
    expect(faultsOf('DROP INDEX CONCURRENTLY by_mood')).toContain('needs IF EXISTS');
  });
});

describe('accepts a migration', () => {
  test.each([
    [
      'adds columns with constant values',
      `ALTER TABLE posts ADD COLUMN a text DEFAULT 'x' NOT NULL, ADD COLUMN b jsonb DEFAULT '[]'::jsonb NOT NULL, ADD COLUMN c timestamptz DEFAULT now()`,
    ],
    ['adds a column that refers to another table', 'ALTER TABLE posts ADD COLUMN event_id uuid REFERENCES events (id)'],
    [
      'adds constraints that apply to new rows only',
      'ALTER TABLE posts ADD CONSTRAINT a CHECK (b > 0) NOT VALID, ADD CONSTRAINT c FOREIGN KEY (d) REFERENCES users (id) NOT VALID',
    ],
    ['validates a constraint of an earlier migration', 'ALTER TABLE posts VALIDATE CONSTRAINT a'],
    ['drops NOT NULL', 'ALTER TABLE posts ALTER COLUMN mood DROP NOT NULL'],
    [
      'uses an existing index for a constraint',
      'ALTER TABLE posts ADD CONSTRAINT one UNIQUE USING INDEX posts_by_slug',
    ],
    [
      'changes a table that it creates',
      `CREATE TABLE "moods" (id uuid, word text);${breakpoint}\nCREATE INDEX a ON public."moods" (id);${breakpoint}\nALTER TABLE "moods" ADD CONSTRAINT b FOREIGN KEY (id) REFERENCES users (id);${breakpoint}\nINSERT INTO moods VALUES (NULL, 'calm');${breakpoint}\nUPDATE moods SET word = 'bright'`,
    ],
    [
      'replaces a function',
      'CREATE OR REPLACE FUNCTION one() RETURNS int LANGUAGE sql AS $$ UPDATE posts SET mood = 1; SELECT 1 $$',
    ],
    [
      'builds an index concurrently',
      `-- Why.\nDROP INDEX CONCURRENTLY IF EXISTS "by_mood";${breakpoint}\nCREATE INDEX CONCURRENTLY "by_mood" ON "posts" (mood);`,
    ],
  ])('that %s', (_, sql) => expect(faultsOf(sql)).toBe(''));

  test('that makes a column NOT NULL after a validated check', () => {
    const check = 'ALTER TABLE posts ADD CONSTRAINT has_mood CHECK (mood IS NOT NULL) NOT VALID';
    const validate = 'ALTER TABLE posts VALIDATE CONSTRAINT has_mood';
    const setNotNull = 'ALTER TABLE posts ALTER COLUMN mood SET NOT NULL, DROP CONSTRAINT has_mood';
    expect(faultsOf(check, validate, setNotNull)).toBe('');
    expect(faultsOf(check, setNotNull)).toContain('SET NOT NULL reads all');
    expect(faultsOf(check, validate, setNotNull.replaceAll('mood SET', 'title SET'))).toContain(
      'SET NOT NULL reads all',
    );
  });
});

test('exempts migrations by name and reports unneeded exemptions', () => {
  const faults = findFaults([
    { name: '0000_posts', sql: 'CREATE TABLE posts (id uuid)' },
    { name: '0001_drop', sql: 'DROP TABLE posts' },
    { name: '0002_drop', sql: 'DROP TABLE users' },
  ]);
  expect(refusals(faults, { '0001_drop': 'Nothing has read it since 0.2.' })).toEqual([
    '0002_drop: the previous version may use "users": drop it one version after its last use.',
  ]);
  expect(
    refusals(faults, { '0000_posts': 'No.', '0001_drop': 'Yes.', '0002_drop': 'Yes.', '0003_gone': 'No.' }),
  ).toEqual(['0000_posts is exempted but has no faults.', '0003_gone is exempted but has no faults.']);
});
