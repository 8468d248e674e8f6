import { chmod, readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { OperatorError } from '../operator-error.ts';

/**
 * Loads the library for the age format (age-encryption.org/v1). Other programs can decrypt it, too.
 */
const loadAge = () => import('age-encryption');

export const isEncrypted = (firstBytes: Buffer): boolean =>
  firstBytes.toString('latin1').startsWith('age-encryption.org/');

/** @throws OperatorError if a recipient is not a public key. */
export async function assertRecipients(recipients: readonly string[]): Promise<void> {
  const { Encrypter } = await loadAge();
  for (const recipient of recipients)
    try {
      new Encrypter().addRecipient(recipient);
    } catch (error) {
      throw new OperatorError(`"${recipient}" is not an age public key: these keys begin with age1.`, { cause: error });
    }
}

type StreamTransform = (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;

/** Encrypts a stream for the recipients. The key of any one of them can decrypt it. */
export const encrypt = (recipients: readonly string[]): StreamTransform =>
  async function* (source) {
    const encrypter = new (await loadAge()).Encrypter();
    for (const recipient of recipients) encrypter.addRecipient(recipient);
    yield* await encrypter.encrypt(toWeb(source));
  };

/** Decrypts a stream. @throws OperatorError if no key matches or the data was modified. */
export const decrypt = (identities: readonly string[]): StreamTransform =>
  async function* (source) {
    const decrypter = new (await loadAge()).Decrypter();
    for (const identity of identities) decrypter.addIdentity(identity);
    try {
      yield* await decrypter.decrypt(toWeb(source));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code !== 'ERR_INVALID_STATE') throw error;
      const isWrongKey = error instanceof Error && /no identity matched/.test(error.message);
      const message = isWrongKey
        ? 'The backup is encrypted for another key.'
        : 'The backup is truncated or was modified after it was encrypted.';
      throw new OperatorError(`${message} Nothing was changed.`, { cause: error });
    }
  };

const toWeb = (source: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(source, { objectMode: false })) as ReadableStream<Uint8Array>;

/** Generates a key, stores it in a new file and returns its public key. */
export async function makeKey(file: string): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = await loadAge();
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const text = `# public key: ${recipient}\n${identity}\n`;
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new OperatorError(`${file} already exists. No key was generated.`);
    throw new OperatorError(`${file} cannot be written (${error.code}). No key was generated.`, { cause: error });
  });
  await chmod(file, 0o600);
  return recipient;
}

/** Reads the keys from a file in age's format: one per line, with comments. */
export async function readKeys(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(`The key file ${file} cannot be read (${error.code}).`, { cause: error });
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
    throw new OperatorError(`${file} contains no age key. Such keys begin with AGE-SECRET-KEY-1.`, { cause: error });
  }
  return keys;
}
