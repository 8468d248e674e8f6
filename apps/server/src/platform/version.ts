import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const packageFile = fileURLToPath(new URL('../../../../package.json', import.meta.url));

/** Returns the application version from package.json. */
export const readVersion = async (): Promise<string> =>
  (JSON.parse(await readFile(packageFile, 'utf8')) as { version: string }).version;
