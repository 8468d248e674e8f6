import { createECDH, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Only the first secret signs. Signatures of all secrets are accepted, so that secrets can be rotated. */
export type SessionSecrets = readonly [current: string, ...others: string[]];

export type ConfiguredSecrets = { sessionSecret: string | undefined; otherSessionSecret: string | undefined };

const secretFile = (dataDirectory: string, name: string) => path.join(dataDirectory, 'secrets', name);

const randomSecret = () => randomBytes(48).toString('base64url');

/**
 * Returns the secrets that sign session cookies: the configured secret, or a generated one. A generated secret is
 * stored in the data directory at the first start and readable by its owner only. A second configured secret is
 * accepted for rotation. All server processes must share the secrets.
 */
export function readSessionSecrets(
  dataDirectory: string,
  { sessionSecret, otherSessionSecret }: ConfiguredSecrets,
): SessionSecrets {
  const current = sessionSecret ?? readOrCreateSecret(dataDirectory, 'session-secret', randomSecret);
  return otherSessionSecret === undefined || otherSessionSecret === current ? [current] : [current, otherSessionSecret];
}

/** Returns the secrets of a community for a command, which creates none. Without any, nothing can be decrypted. */
export function findSessionSecrets(
  dataDirectory: string,
  { sessionSecret, otherSessionSecret }: ConfiguredSecrets,
): SessionSecrets {
  const file = secretFile(dataDirectory, 'session-secret');
  const stored = sessionSecret === undefined && existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  const current = sessionSecret ?? stored ?? randomSecret();
  return otherSessionSecret === undefined ? [current] : [current, otherSessionSecret];
}

/** Identifies this community to browsers and push services (RFC 8292). P-256 keys in base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

/**
 * Returns the key pair for Web Push, derived from the configured private key. Without one, a key is generated at the
 * first start and stored next to the session secret. A browser accepts only the key that it subscribed with.
 */
export function readPushKeys(dataDirectory: string, configured: string | undefined): PushKeys {
  const pair = createECDH('prime256v1');
  const generate = () => {
    pair.generateKeys();
    return pair.getPrivateKey().toString('base64url');
  };
  const privateKey = configured ?? readOrCreateSecret(dataDirectory, 'push-private-key', generate);
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return { privateKey: padKey(pair.getPrivateKey()), publicKey: pair.getPublicKey().toString('base64url') };
}

/** Pads a private key with leading zeros to 32 bytes. */
const padKey = (key: Buffer): string => Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url');

/**
 * Returns a stored secret and creates it on the first start. If two processes start at once, one of them creates it.
 */
function readOrCreateSecret(dataDirectory: string, name: string, generate: () => string): string {
  const file = secretFile(dataDirectory, name);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, generate(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/** Derives an access code for one purpose. It is not stored, so every process prints the same code. */
export const deriveCode = (sessionSecret: string, purpose: string): string =>
  createHmac('sha256', sessionSecret)
    .update(purpose)
    .digest('hex')
    .slice(0, 12)
    .replace(/(.{4})(?=.)/g, '$1-');

/**
 * The code that the first administrator enters if the server listens beyond loopback. It is useless once an
 * administrator exists.
 */
export const setupCode = (sessionSecret: string): string => deriveCode(sessionSecret, 'first administrator');

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time, also for different lengths. */
const isSameSecret = (candidate: string, expected: string): boolean =>
  timingSafeEqual(digestOf(candidate), digestOf(expected));

/** Whether the text is one of the secrets. The duration does not reveal which one. */
export const isOneOfSecrets = (candidate: string, expected: readonly string[]): boolean =>
  expected.map((each) => isSameSecret(candidate, each)).includes(true);
