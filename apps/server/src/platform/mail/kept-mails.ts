import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Where mails are kept that no mail server takes; those that are whole end so. */
export const mailSuffix = '.eml';
export const keptMailsIn = (dataDirectory: string): string => path.join(dataDirectory, 'mails');

const keptMilliseconds = 90 * 24 * 60 * 60 * 1000;

/** Forgets mails that were kept for 90 days: they name people, and hold links that work no more. Returns how many. */
export async function forgetOldMails(dataDirectory: string, now = Date.now()): Promise<number> {
  const folder = keptMailsIn(dataDirectory);
  let count = 0;
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    // One that is being written gets its name in the end.
    const found = await stat(file).catch(() => undefined);
    if (!found || now - found.mtimeMs < keptMilliseconds) continue;
    await rm(file, { force: true });
    count += 1;
  }
  return count;
}
