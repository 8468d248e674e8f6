import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const repository = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string) => path.join(repository, 'node_modules/.bin', name);

/** Lints a file of the web app and returns the first words of the rule's messages. */
async function lint(lines: readonly string[], file = 'lib/fixture.ts'): Promise<string[]> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'module state ')));
  const fixture = path.join(folder, 'apps/web/app', file);
  await mkdir(path.dirname(fixture), { recursive: true });
  await writeFile(fixture, lines.join('\n'));
  const parameters = ['--config', path.join(repository, '.oxlintrc.json'), '--format', 'json', '.'];
  const env = { ...process.env, OXLINT_TSGOLINT_PATH: bin('tsgolint') };
  const run = promisify(execFile)(bin('oxlint'), parameters, { cwd: folder, env });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  await rm(folder, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; message: string }[] };
  return diagnostics.flatMap(({ code, message }) =>
    code.startsWith('module-state(') ? message.split(/ is|:/, 1) : [],
  );
}

test('reports variables, stores, collections, empty lists and empty objects at module level', async () => {
  const names = await lint([
    'let a = 0, b = 1;',
    'export let c: string | undefined;',
    'export const d = new Map<string, number>();',
    'const e = new WeakMap<Element, string>();',
    'const f = new RecentMap<string, number>();',
    'const g: string[] = [];',
    'const h: { [key in Kind]?: (value: string) => void } = {};',
    'const i = {} as Record<string, string>;',
    'const j = createStore(0);',
  ]);
  expect(names).toEqual([...'abcdefghij']);
});

test('accepts constants, listeners, state of a function and state of a query client', async () => {
  const names = await lint([
    `const types: ReadonlySet<string> = new Set(['image/png']);`,
    'const none: readonly string[] = [];',
    'const listeners = new Set<() => void>();',
    'const drafts = clientState(() => new Map<string, string>());',
    'export const count = () => { let sum = 0; return sum; };',
  ]);
  expect(names).toEqual([]);
});

test('reports a listed variable that holds no state, and every listed file exists', async () => {
  expect(await lint(['export const productName = 1;'], 'lib/product.ts')).toEqual([
    'Remove "lib/product.ts productName" from lint/module-state.js',
    'Remove "lib/product.ts store" from lint/module-state.js',
  ]);
  const rule = await readFile(path.join(repository, 'lint/module-state.js'), 'utf8');
  const files = Array.from(rule.matchAll(/^ {2}'([\w./-]+)/gm), ([, file = '']) => file);
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !existsSync(path.join(repository, 'apps/web/app', file)))).toEqual([]);
});
