import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';

/** Where mails are kept that no mail server takes. */
export const keptMailsIn = (dataDirectory: string): string => path.join(dataDirectory, 'mails');

/** How the files of whole mails end; before that stands a UUID v7: the order of names is the order of time. */
export const mailSuffix = '.eml';

const keptMailName = /^([\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12})\.eml$/;

/** When a UUID v7 was made: its first 48 bits (RFC 9562, 5.7). */
const madeAt = (id: string): string => new Date(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toISOString();

const keptMilliseconds = 90 * 24 * 60 * 60 * 1000;
/** Longer than the headers of any of our mails. */
const headBytes = 16 * 1024;

export type KeptMail = { id: string; to: string; subject: string; sentAt: string };

/** To whom mails went and about what, the latest first; what they say is in the files alone. */
export async function listKeptMails(
  dataDirectory: string,
  { before, rowCount }: { before: string | undefined; rowCount: number },
): Promise<KeptMail[]> {
  const folder = keptMailsIn(dataDirectory);
  // The first mail makes the folder.
  const names = await readdir(folder).catch(() => []);
  // What somebody else put there is not ours to tell of.
  const ids = names.flatMap((name) => keptMailName.exec(name)?.[1] ?? []);
  const wanted = ids
    .filter((id) => before === undefined || id < before)
    .toSorted()
    .toReversed()
    .slice(0, rowCount);
  const mails = await Promise.all(wanted.map((id) => readHead(path.join(folder, `${id}${mailSuffix}`), id)));
  return mails.filter((mail) => mail !== undefined);
}

async function readHead(file: string, id: string): Promise<KeptMail | undefined> {
  // One that is as old as that may just have gone.
  const handle = await open(file).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const { to = [], subject = '' } = await PostalMime.parse(buffer.subarray(0, bytesRead));
    return { id, to: to.map(({ address = '' }) => address).join(', '), subject, sentAt: madeAt(id) };
  } finally {
    await handle.close();
  }
}

/** Forgets mails that were kept for 90 days: they name people, and hold links that work no more. Returns how many. */
export async function forgetOldMails(dataDirectory: string, now = Date.now()): Promise<number> {
  const folder = keptMailsIn(dataDirectory);
  let count = 0;
  // The first mail makes the folder.
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    // One that is being written gets another name in the end.
    const found = await stat(file).catch(() => undefined);
    if (!found || now - found.mtimeMs < keptMilliseconds) continue;
    await rm(file, { force: true });
    count += 1;
  }
  return count;
}
