import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const prefix = 'mindful-commons-upload-';
/** No upload takes as long; what a process was about to take in when it was killed is nobody's. */
const abandonedMilliseconds = 24 * 60 * 60 * 1000;

/** A folder in which one upload waits for its turn; whoever made it removes it. */
export const makeUploadFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), prefix));

/** Removes the folders of uploads whose process was killed, a day later. Those of another account stay. */
export async function removeAbandonedUploads(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const folder = path.join(tmpdir(), name);
    const found = await stat(folder).catch(() => undefined);
    if (!found || Date.now() - found.mtimeMs < abandonedMilliseconds) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
