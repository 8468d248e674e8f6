import { createECDH, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Configuration } from './configuration.ts';

/** The first signs; what any of them signed is taken. There are two while one is exchanged for the other. */
export type SessionSecrets = readonly [current: string, ...others: string[]];

const randomSecret = () => randomBytes(48).toString('base64url');

/**
 * The secrets that sign session cookies: the configured one, else one made at first start and kept in the data
 * directory, readable by the owner alone; and the other one whose signatures hold. Several server processes must share them.
 */
export function readSessionSecrets(
  dataDirectory: string,
  { sessionSecret, otherSessionSecret }: Pick<Configuration, 'sessionSecret' | 'otherSessionSecret'>,
): SessionSecrets {
  const current = sessionSecret ?? keptSecret(dataDirectory, 'session-secret', randomSecret);
  return otherSessionSecret === undefined || otherSessionSecret === current ? [current] : [current, otherSessionSecret];
}

/** By which browsers and push services know this community (RFC 8292): P-256, in base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

/**
 * The key pair of this community's pushes: from the configured private key, else one made at first start and kept beside
 * the session secret. Browsers that subscribed with one public key take nothing that was signed by another.
 */
export function readPushKeys(dataDirectory: string, configured: string | undefined): PushKeys {
  const pair = createECDH('prime256v1');
  const make = () => {
    pair.generateKeys();
    return pair.getPrivateKey().toString('base64url');
  };
  const privateKey = configured ?? keptSecret(dataDirectory, 'push-private-key', make);
  pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return { privateKey: padded(pair.getPrivateKey()), publicKey: pair.getPublicKey().toString('base64url') };
}

/** A private key that begins with zeros is written with all its 32 bytes. */
const padded = (key: Buffer): string => Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url');

/** A secret that is made once and read again by every later start; of two that start at once one makes it. */
function keptSecret(dataDirectory: string, name: string, make: () => string): string {
  const file = path.join(dataDirectory, 'secrets', name);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, make(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/** A code for one purpose. Derived, not stored: every process of the community prints the same one. */
const derivedCode = (sessionSecret: string, purpose: string): string =>
  createHmac('sha256', sessionSecret)
    .update(purpose)
    .digest('hex')
    .slice(0, 12)
    .replace(/(.{4})(?=.)/g, '$1-');

/**
 * The one-time code that the first administrator types when the server listens beyond loopback. It opens nothing once
 * there is an administrator.
 */
export const setupCode = (sessionSecret: string): string => derivedCode(sessionSecret, 'first administrator');

/** The codes that open the pages of the waitlist and of the book list: as configured, else derived. */
export const accessCodesOf = (
  configured: Pick<Configuration, 'waitlistAccessCode' | 'bookAccessCode'>,
  sessionSecret: string,
) => ({
  waitlist: configured.waitlistAccessCode ?? derivedCode(sessionSecret, 'waitlist access code'),
  book: configured.bookAccessCode ?? derivedCode(sessionSecret, 'book access code'),
});

/** A code that somebody was told opens its page for as long as the secret holds that it comes from. */
export function allAccessCodesOf(
  configured: Pick<Configuration, 'waitlistAccessCode' | 'bookAccessCode'>,
  secrets: SessionSecrets,
) {
  const all = secrets.map((secret) => accessCodesOf(configured, secret));
  return { waitlist: all.map(({ waitlist }) => waitlist), book: all.map(({ book }) => book) };
}

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** Compared in constant time, whatever their lengths. */
const isSameSecret = (given: string, expected: string): boolean => timingSafeEqual(digestOf(given), digestOf(expected));

/** Whether it is one of them; how long that takes says nothing of which. */
export const isOneOfSecrets = (given: string, expected: readonly string[]): boolean =>
  expected.map((each) => isSameSecret(given, each)).includes(true);
