import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The secret that signs session cookies: the configured one, else one made at first start and kept in the data
 * directory, readable by the owner alone. Several server processes must share it.
 */
export function readSessionSecret(dataDirectory: string, configured: string | undefined): string {
  if (configured) return configured;
  const file = path.join(dataDirectory, 'secrets', 'session-secret');
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
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
  configured: { waitlistAccessCode: string | undefined; bookAccessCode: string | undefined },
  sessionSecret: string,
) => ({
  waitlist: configured.waitlistAccessCode ?? derivedCode(sessionSecret, 'waitlist access code'),
  book: configured.bookAccessCode ?? derivedCode(sessionSecret, 'book access code'),
});

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** Compared in constant time, whatever their lengths. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digestOf(given), digestOf(expected));
