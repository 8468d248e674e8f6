import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './lib/root.ts';

const read = () => readFile(path.join(root, 'docs/security.md'), 'utf8');

/** As the document says: below the server's source, the contract's, or the repository. */
const places = (file: string) => [
  path.join(root, file),
  path.join(root, 'apps/server/src', file),
  path.join(root, file.replace(/^contract\//u, 'packages/contract/src/')),
];

test('what shows that a requirement holds is there', async () => {
  const named = [...(await read()).matchAll(/`([\w.-]+\/[\w./-]+)`/gu)].map(([, file = '']) => file);
  const files = named.filter((file) => !file.startsWith('DATA_DIR/'));
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !places(file).some((place) => existsSync(place)))).toEqual([]);
});

test('every requirement of levels 1 and 2 is answered', async () => {
  // The lines of the tables, and the last chapter, which is a sentence.
  const answers = (await read()).split('## Deviations')[0] ?? '';
  const answered = [...answers.matchAll(/(\d+\.\d+)\.(\d+)(?:–\1\.(\d+))?(?=[,| )])/gu)].flatMap(
    ([, section, first, last = first]) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${section}.${Number(first) + index}`),
  );
  const inTables = answered.filter((id) => !id.startsWith('5.0.'));
  // So many of version 5.0.0 have level 1 or 2.
  expect(new Set(inTables).size).toBe(253);
});
