import { readFileSync } from 'node:fs';
import path from 'node:path';
import { schemeColors, shippedTones } from '@commons/contract/accent';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { paths } from './lib/paths.ts';

type Manifest = Record<'name' | 'short_name' | 'start_url' | 'scope' | 'display', string> &
  Record<'theme_color' | 'background_color', string> & {
    icons: { src: string; type: string; sizes: string; purpose?: string }[];
    shortcuts: { name: string; url: string }[];
  };

const inPublic = (file: string) => path.join(import.meta.dirname, '../public', file);
const manifest = JSON.parse(readFileSync(inPublic('manifest.webmanifest'), 'utf8')) as Manifest;
const source = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');

test("meets the browsers' requirements for installable apps", () => {
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/', scope: '/' });
  expect(manifest.name.length).toBeLessThanOrEqual(45);
  // Maximum length on a home screen.
  expect(manifest.short_name.length).toBeLessThanOrEqual(12);
  const icons = manifest.icons.map(({ type, sizes, purpose = 'any' }) => `${type} ${sizes} ${purpose}`);
  for (const size of ['192x192', '512x512']) expect(icons).toContain(`image/png ${size} any`);
  expect(icons).toContain('image/png 512x512 maskable');
});

test.each(manifest.icons.filter(({ type }) => type === 'image/png'))('$src matches its declaration', async (icon) => {
  const picture = sharp(inPublic(icon.src));
  const { width, height, format } = await picture.metadata();
  expect([`${width}x${height}`, `image/${format}`]).toEqual([icon.sizes, icon.type]);
  // A maskable icon must be opaque, because each device crops it differently.
  const { isOpaque } = await picture.stats();
  expect(isOpaque || icon.purpose !== 'maskable').toBe(true);
});

test('the colors that are compared with an accent color are the tokens of the style sheet', () => {
  const style = source('app.css');
  for (const [name, pick] of [
    ['paper', (scheme: 'light' | 'dark') => schemeColors[scheme].paper],
    ['surface', (scheme: 'light' | 'dark') => schemeColors[scheme].surface],
    ['sunk', (scheme: 'light' | 'dark') => schemeColors[scheme].sunk],
    ['primary', (scheme: 'light' | 'dark') => shippedTones[scheme].primary],
    ['primary-soft', (scheme: 'light' | 'dark') => shippedTones[scheme].primarySoft],
  ] as const)
    expect(style).toContain(`--${name}: light-dark(${pick('light')}, ${pick('dark')});`);
});

test('its shortcuts lead to existing pages, help first', () => {
  const known = new Set<unknown>(Object.values(paths));
  expect(manifest.shortcuts[0]?.url).toBe(paths.crisis);
  expect(manifest.shortcuts.filter(({ url }) => !known.has(url))).toEqual([]);
});

test('its colors match the page background, which each color scheme also sets in the head', () => {
  const grounds = /--paper: light-dark\((#\w{6}), (#\w{6})\)/.exec(source('app.css'))?.slice(1);
  const heads = [...source('shell/document-head.tsx').matchAll(/"theme-color".*content="(#\w{6})"/g)].map(
    ([, colour]) => colour,
  );
  expect(heads).toHaveLength(2);
  expect(grounds).toEqual(heads);
  expect([manifest.theme_color, manifest.background_color]).toEqual([heads[0], heads[0]]);
});
