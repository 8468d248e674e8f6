import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PageRenderer } from '@commons/contract/rendered-pages';
import { beforeAll, describe, expect, test } from 'vitest';
import { findNewerScript, findNewerStyle } from '../build/browser-support.ts';

const built = path.join(import.meta.dirname, '../dist/client');

/** Allowed script names that a supported browser may lack, each with the reason why that is harmless. */
const allowedScript: Record<string, string> = {
  '.ariaHidden': 'the dialog library also sets the attribute',
  '.createContext': 'React',
  '.popover': 'React knows the attribute',
  '.skipTransition': 'React Router checks for view transitions',
  '.startViewTransition': 'React Router checks for view transitions',
  'AbortSignal.any': 'provided by lib/older-browsers.ts',
  'Intl.Segmenter': 'there is another way to count characters',
  Profiler: 'a name of React',
  'URL.canParse': 'zod checks for it',
  ViewTransition: 'a name of React',
};

/** Allowed style names that a supported browser may lack, each with the effect of that. */
const allowedStyle: Record<string, string> = {
  '-webkit-tap-highlight-color': 'taps are highlighted',
  '-webkit-touch-callout': 'only iPhones have a callout',
  ':-moz-progress-bar': 'one of several vendor selectors',
  ':-moz-range-thumb': 'one of several vendor selectors',
  ':-webkit-inner-spin-button': 'one of several vendor selectors',
  ':-webkit-progress-bar': 'one of several vendor selectors',
  ':-webkit-progress-value': 'one of several vendor selectors',
  ':-webkit-search-cancel-button': 'one of several vendor selectors',
  ':-webkit-slider-thumb': 'one of several vendor selectors',
  ':has': 'focus rings have a fallback; the rest is spacing, print, and a breathing circle that does not move',
  ':popover-open': 'in a list of alternatives that Tailwind uses for opened details',
  ':selection': 'the system color',
  '@property': 'Tailwind sets the initial values where it is missing',
  'contain-intrinsic-size': 'everything is laid out',
  'content-visibility': 'everything is laid out',
  'field-sizing': 'a field scrolls instead of growing',
  'forced-color-adjust': 'system colors',
  'mask-image': 'next to the prefixed property',
  'overflow-anchor': 'a list may jump',
  'overflow-clip-margin': 'nothing is clipped: stored marks are limited to six',
  resize: 'phones never resize a field',
  'scrollbar-color': 'a scrollbar has the colours of the system',
  'scrollbar-width': 'a scrollbar shows',
  'text-wrap': 'lines break as usual',
  'user-select': 'next to the prefixed property',
};

const inline = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g;

const read = async (pattern: string) => {
  const texts: string[] = [];
  for await (const file of glob(pattern, { cwd: built })) texts.push(await readFile(path.join(built, file), 'utf8'));
  return texts;
};

/** Returns the pages that the server renders at its start. */
const renderPages = async (): Promise<string[]> => {
  const server = new URL('../dist/server/index.js', import.meta.url).href;
  const { renderPublicPages, renderShell } = (await import(server)) as PageRenderer;
  const pages = await renderPublicPages();
  return [await renderShell(), ...pages.map(({ html }) => html)];
};

describe('the built files', () => {
  beforeAll(() => {
    if (!existsSync(built)) throw new Error('The web application is not built: npm run build');
  });

  test('use no script feature that a supported browser lacks, except those listed', async () => {
    const pages = await renderPages();
    const scripts = pages.flatMap((html) => [...html.matchAll(inline)].map(([, script = '']) => script));
    const files = await read('assets/*.js');
    expect(files.length).toBeGreaterThan(50);
    // Separate groups, because inline scripts and the service worker run without the application's polyfills.
    const groups = [files, scripts, await read('sw.js')];
    const found = new Set(groups.flatMap(findNewerScript));
    expect([...found].toSorted()).toEqual(Object.keys(allowedScript).toSorted());
  });

  test('use no style feature that a supported browser lacks, except those listed', async () => {
    const pages = await renderPages();
    const styles = pages.flatMap((html) =>
      [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css),
    );
    const sheets = await read('assets/*.css');
    expect(sheets.length).toBeGreaterThan(0);
    expect(findNewerStyle([...sheets, ...styles])).toEqual(Object.keys(allowedStyle).toSorted());
  });
});

test.for([
  ['Promise.withResolvers()', '.withResolvers'],
  ['Array.fromAsync(list)', '.fromAsync'],
  ['Object.groupBy(list, key)', '.groupBy'],
  ['list.toSorted()', '.toSorted'],
  ['a.union(b)', '.union'],
  ['AbortSignal.any([one])', 'AbortSignal.any'],
  ['URL.canParse(text)', 'URL.canParse'],
  ['element.checkVisibility()', '.checkVisibility'],
  ['element.ariaLabel', '.ariaLabel'],
  ['requestIdleCallback(run)', '.requestIdleCallback'],
  ['new Intl.DurationFormat()', 'Intl.DurationFormat'],
  ['new Intl.Segmenter()', 'Intl.Segmenter'],
  ['scheduler.postTask(run)', 'scheduler'],
] as const)('the script scan finds %s', ([code, name]) => {
  expect(findNewerScript([code])).toContain(name);
});

test.for([
  'structuredClone(value)',
  'list.at(-1)',
  'list.findLast(test)',
  'new BroadcastChannel("tabs")',
  'navigator.locks.request("one", run)',
  'AbortSignal.timeout(1000)',
  'crypto.randomUUID()',
  'Object.hasOwn(one, "key")',
])('the script scan accepts %s', (code) => {
  expect(findNewerScript([code])).toEqual([]);
});

test.for([
  ['a:has(b){color:red}', ':has'],
  ['a{text-wrap:balance}', 'text-wrap'],
  ['@starting-style{a{color:red}}', '@starting-style'],
  ['a{color:light-dark(red,blue)}', 'light-dark()'],
  ['a{position-anchor:--a}', 'position-anchor'],
] as const)('the style scan finds %s', ([css, name]) => {
  expect(findNewerStyle([css])).toContain(name);
});
