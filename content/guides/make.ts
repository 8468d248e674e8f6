// Creates the PDFs of the guides and the list of downloads (`content/downloads.json`): `node content/guides/make.ts`.
// Run it again when a source or a meditation changes, and check each page.
import { readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { launchOptions } from '../../scripts/lib/browsers.ts';
import meditations from '../meditations/meditations.json' with { type: 'json' };
import { layOut } from './layout.ts';
import { countPages } from './pdf.ts';
import { hashOfSources, readGuide } from './read-guide.ts';

const folder = import.meta.dirname;
const pdfFolder = path.join(folder, '../pdfs');

const files = await readdir(folder);
const names = files.filter((file) => file.endsWith('.md') && file !== 'README.md').map((file) => file.slice(0, -3));
const browser = await chromium.launch(launchOptions);
try {
  const page = await browser.newPage();
  const pdfs = [];
  const sources: Record<string, string> = {};
  for (const name of names.toSorted()) {
    const guide = await readGuide(name);
    await page.setContent(await layOut(guide));
    await page.evaluate(() => document.fonts.ready);
    const pdf = await page.pdf({ tagged: true, outline: true, preferCSSPageSize: true, printBackground: true });
    await writeFile(path.join(pdfFolder, guide.file), pdf);
    const { file, title, description } = guide;
    pdfs.push({ file, title, description, pages: countPages(pdf), bytes: pdf.length });
    sources[file] = await hashOfSources(name);
    console.log(`${file}: ${countPages(pdf)} of ${guide.pages} pages, ${Math.round(pdf.length / 1024)} KB`);
  }
  const sounds = meditations.map(async ({ audio: file, title, description, durationSeconds }) => {
    const { size: bytes } = await stat(path.join(folder, '../meditations', file));
    // The first line is a summary. The rest guides the listener.
    const [summary = ''] = description.split('\n');
    return { file, title, description: summary, minutes: durationSeconds / 60, bytes };
  });
  await writeJson('../downloads.json', { pdfs, audio: await Promise.all(sounds) });
  await writeJson('../pdfs/sources.json', sources);
} finally {
  await browser.close();
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(path.join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
}
