import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';

/** Returns the folder of mails that are stored instead of sent. */
export const storedMailsFolder = (dataDirectory: string): string => path.join(dataDirectory, 'mails');

/** The file extension of complete mails. The name is a UUID v7, so names sort by time. */
export const mailSuffix = '.eml';

const mailFileName = /^([\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12})\.eml$/;

/** Returns the creation time of a UUID v7, its first 48 bits (RFC 9562, section 5.7). */
const createdAt = (id: string): string => new Date(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toISOString();

const maxAgeMilliseconds = 90 * 24 * 60 * 60 * 1000;
/** Larger than the headers of any mail. */
const maxHeaderBytes = 16 * 1024;

export type StoredMail = { id: string; to: string; subject: string; sentAt: string };

/** Lists recipients and subjects of stored mails, newest first. The text is only in the files. */
export async function listStoredMails(
  dataDirectory: string,
  { before, rowCount }: { before: string | undefined; rowCount: number },
): Promise<StoredMail[]> {
  const folder = storedMailsFolder(dataDirectory);
  // The first mail creates the folder.
  const names = await readdir(folder).catch(() => []);
  // Ignores files that the application did not create.
  const ids = names.flatMap((name) => mailFileName.exec(name)?.[1] ?? []);
  const pageIds = ids
    .filter((id) => before === undefined || id < before)
    .toSorted()
    .toReversed()
    .slice(0, rowCount);
  const mails = await Promise.all(pageIds.map((id) => readMailHeader(path.join(folder, `${id}${mailSuffix}`), id)));
  return mails.filter((mail) => mail !== undefined);
}

async function readMailHeader(file: string, id: string): Promise<StoredMail | undefined> {
  // An old mail may have been deleted in the meantime.
  const handle = await open(file).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0);
    const { to = [], subject = '' } = await PostalMime.parse(buffer.subarray(0, bytesRead));
    return { id, to: to.map(({ address = '' }) => address).join(', '), subject, sentAt: createdAt(id) };
  } finally {
    await handle.close();
  }
}

/** Deletes mails older than 90 days: they contain personal data and expired links. Returns their number. */
export async function forgetOldMails(dataDirectory: string, now = Date.now()): Promise<number> {
  const folder = storedMailsFolder(dataDirectory);
  let count = 0;
  // The first mail creates the folder.
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    // A file that is being written is renamed at the end.
    const stats = await stat(file).catch(() => undefined);
    if (!stats || now - stats.mtimeMs < maxAgeMilliseconds) continue;
    await rm(file, { force: true });
    count += 1;
  }
  return count;
}
