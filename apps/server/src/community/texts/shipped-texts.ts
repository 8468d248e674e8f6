import { readFile } from 'node:fs/promises';
import type { TextName } from '@commons/contract/texts';
import type { CrisisCountry } from '@commons/contract/texts/schemas';

const files = {
  guidelines: 'pages/guidelines.md',
  privacy: 'pages/privacy.md',
  accessibility: 'pages/accessibility.md',
  welcome: 'welcome.md',
} as const satisfies Record<TextName, string>;

const read = (file: string): Promise<string> =>
  readFile(new URL(`../../../../../content/${file}`, import.meta.url), 'utf8');

const frontMatter = /^---\n[\s\S]*?\n---\n/;

/** Returns the Markdown of a shipped text without its front matter. */
export const readShippedText = async (name: TextName): Promise<string> =>
  (await read(files[name])).replace(frontMatter, '').trim();

export const readShippedCountries = async (): Promise<CrisisCountry[]> =>
  (JSON.parse(await read('crisis-lines.json')) as { countries: CrisisCountry[] }).countries;
