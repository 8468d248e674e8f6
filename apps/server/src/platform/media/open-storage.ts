import path from 'node:path';
import type { Configuration } from '../configuration.ts';
import { localStorage, type Storage } from './storage.ts';

/** Where this community keeps files: a bucket when one is configured, else its data directory. */
export async function openStorage({ s3, dataDirectory }: Configuration): Promise<Storage> {
  if (!s3) return localStorage(path.join(dataDirectory, 'media'));
  // The client of the service weighs more than the rest of the server, and most communities do not need it.
  const { s3Storage } = await import('./s3-storage.ts');
  return s3Storage(s3);
}
