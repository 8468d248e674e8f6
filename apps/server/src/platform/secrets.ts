import { createHmac, randomBytes } from 'node:crypto';
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

/**
 * The one-time code that the first administrator types when the server listens beyond loopback. Derived, not stored:
 * every process of the community prints the same one, and it opens nothing once there is an administrator.
 */
export const setupCode = (sessionSecret: string): string =>
  createHmac('sha256', sessionSecret)
    .update('first administrator')
    .digest('hex')
    .slice(0, 12)
    .replace(/(.{4})(?=.)/g, '$1-');
