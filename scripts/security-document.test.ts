import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './lib/root.ts';

const read = () => readFile(path.join(root, 'docs/security.md'), 'utf8');

/** Candidate paths of a file in the document: relative to the repository, the server's source or the contract. */
const candidatePaths = (file: string) => [
  path.join(root, file),
  path.join(root, 'apps/server/src', file),
  path.join(root, file.replace(/^contract\//u, 'packages/contract/src/')),
];

test('every file that the document refers to exists', async () => {
  const referredPaths = [...(await read()).matchAll(/`([\w.-]+\/[\w./-]+)`/gu)].map(([, file = '']) => file);
  const files = referredPaths.filter((file) => !file.startsWith('DATA_DIR/'));
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !candidatePaths(file).some((place) => existsSync(place)))).toEqual([]);
});

test('the document covers every requirement of levels 1 and 2', async () => {
  // The tables, and the last chapter, which is prose.
  const answers = (await read()).split('## Deviations')[0] ?? '';
  const answeredIds = [...answers.matchAll(/(\d+\.\d+)\.(\d+)(?:–\1\.(\d+))?(?=[,| )])/gu)].flatMap(
    ([, section, first, last = first]) =>
      Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${section}.${Number(first) + index}`),
  );
  const inTables = answeredIds.filter((id) => !id.startsWith('5.0.'));
  // Version 5.0.0 has 253 requirements of level 1 or 2.
  expect(new Set(inTables).size).toBe(253);
});
