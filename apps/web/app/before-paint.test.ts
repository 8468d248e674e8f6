import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';

const querySelectorAll = () => {
  throw new Error('a browser without it');
};

test('a failure before the first paint does not leave the page hidden', async () => {
  const dataset: Record<string, string> = {};
  vi.stubGlobal('document', { documentElement: { dataset }, querySelectorAll, addEventListener: vi.fn<() => void>() });
  vi.stubGlobal('window', {});
  try {
    await expect(import('./before-paint.ts')).rejects.toThrow('a browser without it');
  } finally {
    vi.unstubAllGlobals();
  }
  expect(dataset).toHaveProperty('isSet', '');
});

test('a page without its script appears after a time', async () => {
  const styles = await readFile(`${import.meta.dirname}/base.css`, 'utf8');
  const [hidden = ''] = /html\[data-rendered\][^{]*\{\s*visibility: hidden;[^}]*\}/.exec(styles) ?? [];
  expect(hidden).toContain(':not([data-is-set], [data-ready])');
  expect(hidden).toContain('animation: appear-late 0s 2s forwards');
});
