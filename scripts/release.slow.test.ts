import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { release } from './lib/release.ts';
import { root } from './lib/root.ts';
import { run } from './lib/run.ts';

const manifests = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'apps/server/package.json',
  'apps/web/package.json',
  'packages/contract/package.json',
];
const changelog = '# Changelog\n\n## Unreleased\n\n### Added\n\n- Polls.\n\n## 0.0.9 - 2026-01-01\n\n- The first.\n';

let folder: string;

// A separate repository with the files that a release reads.
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'a release '));
  for (const file of manifests) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await cp(path.join(root, file), path.join(folder, file));
  }
  await write('CHANGELOG.md', changelog);
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('config', 'user.name', 'A maintainer');
  await git('config', 'user.email', 'maintainer@community.test');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'feat: polls');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function git(...parameters: string[]): Promise<string> {
  const { ok, output } = await run(['git', ...parameters], { cwd: folder });
  expect(ok, output).toBe(true);
  return output.trim();
}

const read = (file: string) => readFile(path.join(folder, file), 'utf8');
const write = (file: string, text: string) => writeFile(path.join(folder, file), text);
const versionIn = async (file: string) => (JSON.parse(await read(file)) as { version: string }).version;

async function expectNothingReleased() {
  expect(await git('log', '--format=%s')).toBe('feat: polls');
  expect(await git('tag')).toBe('');
  expect(await git('status', '--porcelain', '--', ':!notes.txt')).toBe('');
}

test('a release sets the version and adds a changelog section, a bill of materials and a tag', async () => {
  await release(folder, '2.3.4', '2026-11-24');
  expect([await versionIn('package.json'), await versionIn('package-lock.json')]).toEqual(['2.3.4', '2.3.4']);
  expect(await read('CHANGELOG.md')).toBe(
    changelog.replace('## Unreleased\n', '## Unreleased\n\n## 2.3.4 - 2026-11-24\n'),
  );
  const sbom = JSON.parse(await read('sbom.cdx.json')) as {
    bomFormat: string;
    metadata: { component: object };
    components: { purl: string }[];
  };
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'mindful-commons', version: '2.3.4' } },
  });
  expect(sbom.components.some(({ purl }) => purl.startsWith('pkg:npm/fastify@'))).toBe(true);
  expect(await git('log', '-1', '--format=%s')).toBe('chore(release): 2.3.4');
  expect(await git('tag', '--list', '--format=%(refname:short) %(objecttype) %(contents)')).toBe(
    'v2.3.4 tag 2.3.4\n\n### Added\n\n- Polls.',
  );
  expect(await git('status', '--porcelain')).toBe('');
  expect(await git('rev-parse', 'v2.3.4^{commit}')).toBe(await git('rev-parse', 'HEAD'));

  await expect(release(folder, '2.3.4', '2026-11-25')).rejects.toThrow('v2.3.4 is already released');
  await expect(release(folder, '2.4.0', '2026-11-25')).rejects.toThrow('nothing to release');
});

test('prereleases lead to a final version, which may be the same as the last one', async () => {
  const enter = async (entry: string) => {
    await write('CHANGELOG.md', (await read('CHANGELOG.md')).replace('## Unreleased\n', `## Unreleased\n\n${entry}\n`));
    await git('commit', '--all', '--quiet', '--message', 'feat: more');
  };
  expect(await release(folder, '2.3.4-beta.2', '2026-11-24')).toBeUndefined();
  const commit = await git('rev-parse', 'HEAD');
  await enter('- Circles.');
  await expect(release(folder, '2.3.4-beta.1', '2026-11-25')).rejects.toThrow('2.3.4-beta.1 is older');
  // The previous release is found without its tag.
  await git('tag', '--delete', 'v2.3.4-beta.2');
  await expect(release(folder, '2.3.4-beta.2', '2026-11-25')).rejects.toThrow('v2.3.4-beta.2 is already released');
  expect(await release(folder, '2.3.4-beta.10', '2026-11-25')).toEqual({ version: '2.3.4-beta.2', commit });
  await expect(release(folder, '2.3.5', '2026-11-26')).rejects.toThrow('nothing to release');
  expect(await release(folder, '2.3.4', '2026-11-26')).toMatchObject({ version: '2.3.4-beta.10' });
  expect(await versionIn('package.json')).toBe('2.3.4');
  expect((await read('CHANGELOG.md')).match(/^## .*|^No .*/gmu)).toEqual([
    '## Unreleased',
    '## 2.3.4 - 2026-11-26',
    'No changes since 2.3.4-beta.10.',
    '## 2.3.4-beta.10 - 2026-11-25',
    '## 2.3.4-beta.2 - 2026-11-24',
    '## 0.0.9 - 2026-01-01',
  ]);
});

test('refuses to release with uncommitted changes', async () => {
  await write('notes.txt', 'half a thought');
  await expect(release(folder, '2.3.4', '2026-11-24')).rejects.toThrow('uncommitted changes');
  await expectNothingReleased();
});

test('refuses a version that is malformed or older than the current one', async () => {
  for (const version of ['', '1.2', 'v1.2.3', '01.2.3', '1.2.3-rc', '1.2.3-beta.01', '1.2.3-next.1', '1.2.3; rm'])
    await expect(release(folder, version, '2026-11-24')).rejects.toThrow('three numbers');
  await expect(release(folder, '0.0.10', '2026-11-24')).rejects.toThrow('0.0.10 is older');
  await expectNothingReleased();
});

test('a release whose commit fails changes nothing', async () => {
  await git('config', 'core.hooksPath', path.join(folder, '.git/refusing'));
  await mkdir(path.join(folder, '.git/refusing'));
  await writeFile(path.join(folder, '.git/refusing/commit-msg'), '#!/bin/sh\necho not today\nexit 1\n', {
    mode: 0o755,
  });
  await expect(release(folder, '2.3.4', '2026-11-24')).rejects.toThrow('not today');
  await expectNothingReleased();
});
