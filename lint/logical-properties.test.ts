import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const repository = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string) => path.join(repository, 'node_modules/.bin', name);

/** Writes a file of the web app, runs the linter with `--fix` and returns the fixed text. */
async function fix(source: string): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'logical ')));
  const file = path.join(folder, 'apps/web/app/ui/fixture.ts');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, source);
  const parameters = ['--config', path.join(repository, '.oxlintrc.json'), '--fix', '.'];
  const env = { ...process.env, OXLINT_TSGOLINT_PATH: bin('tsgolint') };
  await promisify(execFile)(bin('oxlint'), parameters, { cwd: folder, env }).catch(() => undefined);
  const text = await readFile(file, 'utf8');
  await rm(folder, { recursive: true });
  return text;
}

test('replaces left and right in classes by start and end', async () => {
  const physicalClasses = [
    `export const a = 'ml-2';`,
    `export const b = 'md:-mr-1.5';`,
    `export const c = 'max-md:hover:pl-[calc(1rem+2px)]';`,
    `export const d = \`left-1/2\`;`,
    `export const e = 'rounded-bl-small';`,
    `export const f = 'border-l';`,
    `export const g = 'text-right';`,
    `export const h = '[&>span]:right-0';`,
  ];
  const logical = [
    `export const a = 'ms-2';`,
    `export const b = 'md:-me-1.5';`,
    `export const c = 'max-md:hover:ps-[calc(1rem+2px)]';`,
    `export const d = \`start-1/2\`;`,
    `export const e = 'rounded-es-small';`,
    `export const f = 'border-s';`,
    `export const g = 'text-end';`,
    `export const h = '[&>span]:end-0';`,
  ];
  expect((await fix(`${physicalClasses.join('\n')}\n`)).trim().split('\n')).toEqual(logical);
});

test('leaves similar words and names unchanged', async () => {
  const text = `export const all = ['right-sidebar.tsx', 'a left-hand turn', 'placeholder', 'mx-2', 'border-line', 'pl'];\n`;
  expect(await fix(text)).toBe(text);
});
