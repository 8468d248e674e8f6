import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { features } from '../src/app.ts';

/** Creates a content folder with empty lists, which a test can fill. Returns its path. */
export async function makeContentDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'mindful-commons-content-'));
  for (const { file } of features.flatMap(({ starterContent = [] }) => starterContent)) {
    await mkdir(path.join(directory, path.dirname(file)), { recursive: true });
    await writeFile(path.join(directory, file), '[]');
  }
  await writeFile(path.join(directory, 'downloads.json'), JSON.stringify({ pdfs: [], audio: [] }));
  return directory;
}
