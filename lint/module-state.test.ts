import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { allowed } from './module-state.js';

const repository = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string) => path.join(repository, 'node_modules/.bin', name);

/** Lints a file of the web app and returns the messages of the rule. */
async function lint(source: string, file = 'lib/fixture.ts'): Promise<string[]> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'module state ')));
  const fixture = path.join(folder, 'apps/web/app', file);
  await mkdir(path.dirname(fixture), { recursive: true });
  await writeFile(fixture, source);
  const parameters = ['--config', path.join(repository, '.oxlintrc.json'), '--format', 'json', '.'];
  const env = { ...process.env, OXLINT_TSGOLINT_PATH: bin('tsgolint') };
  const run = promisify(execFile)(bin('oxlint'), parameters, { cwd: folder, env });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  await rm(folder, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; message: string }[] };
  return diagnostics.filter(({ code }) => code.startsWith('module-state(')).map(({ message }) => message);
}

test('reports variables, collections, empty lists and empty objects at module level', async () => {
  const messages = await lint(`let state1 = 0;
export let state2: string | undefined;
export const state3 = new Map<string, number>();
const state4 = new WeakMap<Element, string>();
const state5 = new RecentMap<string, number>();
const state6: string[] = [];
const state7: { [key in Kind]?: (value: string) => void } = {};
const state8 = {} as Record<string, string>;
let state9 = 1, state10 = 2;
`);
  expect(messages.map((message) => message.split(' ', 1)[0])).toEqual(
    Array.from({ length: 10 }, (_, index) => `state${index + 1}`),
  );
});

test('accepts constants, listeners, state of a function and state of a query client', async () => {
  const messages = await lint(`const types: ReadonlySet<string> = new Set(['image/png']);
const none: readonly string[] = [];
const listeners = new Set<() => void>();
const drafts = clientState(() => new Map<string, string>());
export const count = () => {
  let sum = 0;
  const seen = new Set<number>();
  return sum + seen.size;
};
`);
  expect(messages).toEqual([]);
});

test('reports a listed variable that no longer holds state', async () => {
  expect(await lint('export const dock = 1;\n', 'lib/dock.ts')).toEqual([
    'Remove "lib/dock.ts docked" from lint/module-state.js: it holds no state.',
  ]);
});

test('every listed file exists', () => {
  const files = Object.keys(allowed).map((key) => path.join(repository, 'apps/web/app', key.split(' ', 1)[0] ?? ''));
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
