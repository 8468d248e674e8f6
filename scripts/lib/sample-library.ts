import { readFile } from 'node:fs/promises';
import type { Member } from '../../e2e/support/member.ts';
import { request } from '../../e2e/support/members.ts';

/** The books and podcasts that ship, the first of the file first on its shelf. */
export async function fillSampleLibrary(admin: Member): Promise<void> {
  for (const kind of ['books', 'podcasts']) {
    const file = new URL(`../../content/${kind}.json`, import.meta.url);
    const items = JSON.parse(await readFile(file, 'utf8')) as object[];
    for (const item of items.toReversed()) await request(admin, 'POST', `/api/${kind}`, item);
  }
}
