import { chmod, readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { BackupError } from './errors.ts';

/** Files for the holder of a key, in the format of age (age-encryption.org/v1): other programs read them as well. */
const loadAge = () => import('age-encryption');

export const isEncrypted = (firstBytes: Buffer): boolean =>
  firstBytes.toString('latin1').startsWith('age-encryption.org/');

/** @throws BackupError when one of them is no public key. */
export async function assertRecipients(recipients: readonly string[]): Promise<void> {
  const { Encrypter } = await loadAge();
  for (const recipient of recipients)
    try {
      new Encrypter().addRecipient(recipient);
    } catch (error) {
      throw new BackupError(`"${recipient}" is no public key of age: such keys begin with age1.`, { cause: error });
    }
}

type Step = (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;

/** Whoever has the key of any of the recipients can read what comes out. */
export const encrypt = (recipients: readonly string[]): Step =>
  async function* (source) {
    const encrypter = new (await loadAge()).Encrypter();
    for (const recipient of recipients) encrypter.addRecipient(recipient);
    yield* await encrypter.encrypt(toWeb(source));
  };

/** @throws BackupError when none of the keys is the right one, or it was altered. */
export const decrypt = (identities: readonly string[]): Step =>
  async function* (source) {
    const decrypter = new (await loadAge()).Decrypter();
    for (const identity of identities) decrypter.addIdentity(identity);
    try {
      yield* await decrypter.decrypt(toWeb(source));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code !== 'ERR_INVALID_STATE') throw error;
      const isWrongKey = error instanceof Error && /no identity matched/.test(error.message);
      const sentence = isWrongKey
        ? 'The backup is encrypted for another key.'
        : 'The backup is cut short, or was altered since it was encrypted.';
      throw new BackupError(`${sentence} Nothing was changed.`, { cause: error });
    }
  };

const toWeb = (source: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(source, { objectMode: false })) as ReadableStream<Uint8Array>;

/** Makes a key, keeps it in a new file, and returns the public key that belongs to it. */
export async function makeKey(file: string): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await loadAge();
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const text = `# public key: ${recipient}\n${identity}\n`;
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new BackupError(`${file} is there already: no key was made.`);
    throw new BackupError(`${file} cannot be written (${error.code}): no key was made.`, { cause: error });
  });
  await chmod(file, 0o600);
  return recipient;
}

/** The keys in a file as age writes it: one a line, beside comments. */
export async function readKeys(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The key file ${file} cannot be read (${error.code}).`, { cause: error });
  });
  const keys = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const { Decrypter } = await loadAge();
  try {
    if (keys.length === 0) throw new Error('there is no key');
    const decrypter = new Decrypter();
    for (const key of keys) decrypter.addIdentity(key);
  } catch (error) {
    throw new BackupError(`${file} holds no key of age: such keys begin with AGE-SECRET-KEY-1.`, { cause: error });
  }
  return keys;
}
