import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import downloads from '../downloads.json' with { type: 'json' };
import meditations from '../meditations/meditations.json' with { type: 'json' };
import sources from '../pdfs/sources.json' with { type: 'json' };
import { countPages, textOf } from './pdf.ts';
import { hashOfSources, readGuide } from './read-guide.ts';

const content = path.join(import.meta.dirname, '..');
const nameOf = (file: string) => file.replace(/\.pdf$/, '');

test('the list of downloads matches the shipped files by name and size', async () => {
  const files = (await readdir(path.join(content, 'pdfs'))).filter((file) => file !== 'sources.json');
  expect(downloads.pdfs.map(({ file }) => file)).toEqual(files.toSorted());
  expect(files.length).toBeGreaterThanOrEqual(4);
  expect(downloads.audio.map(({ file }) => file)).toEqual(meditations.map(({ audio }) => audio));
  for (const [folder, list] of [
    ['pdfs', downloads.pdfs],
    ['meditations', downloads.audio],
  ] as const)
    for (const { file, bytes } of list) expect((await stat(path.join(content, folder, file))).size, file).toBe(bytes);
});

test('each PDF was made from the current sources (otherwise run content/guides/make.ts)', async () => {
  const now = await Promise.all(
    downloads.pdfs.map(async ({ file }) => [file, await hashOfSources(nameOf(file))] as const),
  );
  expect(Object.fromEntries(now)).toEqual(sources);
});

test.for(downloads.pdfs)('$file is a valid PDF and accessible to screen readers', async ({ file, title, pages }) => {
  const guide = await readGuide(nameOf(file));
  const pdf = await readFile(path.join(content, 'pdfs', file));
  const text = textOf(pdf);
  expect(pdf.length).toBeLessThan(200_000);

  // Every object is at the offset in the cross-reference table.
  expect(text).toMatch(/^%PDF-1\.\d\n/);
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  const [, count = '', rows = ''] = /^xref\n0 (\d+)\n([\s\S]*?)trailer/.exec(text.slice(table)) ?? [];
  const offsets = [...rows.matchAll(/^(\d{10}) \d{5} n/gm)].map((match) => Number(match[1]));
  expect(offsets).toHaveLength(Number(count) - 1);
  for (const [at, offset] of offsets.entries()) expect(text.slice(offset)).toMatch(new RegExp(`^${at + 1} 0 obj`));

  expect(countPages(pdf)).toBe(pages);
  expect(pages).toBe(guide.pages);
  expect(text).toContain(`/Title (${title})`);
  expect(title).toBe(guide.title);
  expect(text).toContain(`/Lang (${guide.language})`);
  expect(text).toMatch(/\/MarkInfo\s*<<[^>]*\/Marked true/);
  expect(text).toMatch(/\/StructTreeRoot \d+ 0 R/);
  expect(text).toMatch(/\/DisplayDocTitle true/);
  expect(text).not.toMatch(/\/(JavaScript|JS|OpenAction|AA|Launch|EmbeddedFile)\b/);

  const all = (name: string) => [...text.matchAll(new RegExp(`/S /${name}\\b`, 'g'))].length;
  expect(all('H1')).toBe(1);
  expect(all('H2')).toBe(guide.sections.length);
  const html = guide.sections.join('');
  expect(all('LI')).toBe(html.match(/<li>/g)?.length);
  expect([...text.matchAll(/\/Alt \(space to write\)/g)]).toHaveLength(html.match(/"space to write"/g)?.length ?? 0);

  // Only the product's own fonts, each a subset of the used letters.
  const fonts = [...text.matchAll(/\/FontName \/([A-Z]{6})\+(\w+)/g)].map((match) => match[2] ?? '');
  expect(fonts.length).toBeGreaterThanOrEqual(3);
  for (const font of fonts) expect(font).toMatch(/^(Figtree|Fraunces)/);
  expect(text.match(/\/FontFile2 /g)).toHaveLength(fonts.length);
});
