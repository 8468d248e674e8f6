import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { features } from '../src/app.ts';

/** A folder of what ships in which every list is empty, for a test to fill those it tells of. Returns its path. */
export async function makeContentDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'mindful-commons-content-'));
  for (const { file } of features.flatMap(({ starterContent = [] }) => starterContent)) {
    await mkdir(path.join(directory, path.dirname(file)), { recursive: true });
    await writeFile(path.join(directory, file), '[]');
  }
  await writeFile(path.join(directory, 'downloads.json'), JSON.stringify({ pdfs: [], audio: [] }));
  return directory;
}
