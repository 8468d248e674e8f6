import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates a temporary folder that the account of PostgreSQL can read. It is deleted at the end. */
export async function makeFolder(cleanups: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mindful-commons-bench-'));
  await chmod(folder, 0o755);
  const removeNow = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeNow);
  cleanups.defer(async () => {
    process.off('exit', removeNow);
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}
