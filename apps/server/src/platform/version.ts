import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const packageFile = fileURLToPath(new URL('../../../../package.json', import.meta.url));

type Manifest = { version: string; repository?: string | { url: string } };

/** Reads package.json. */
export const readManifest = async (): Promise<Manifest> => JSON.parse(await readFile(packageFile, 'utf8')) as Manifest;

/** Returns the application version from package.json. */
export const readVersion = async (): Promise<string> => (await readManifest()).version;

/** Returns `owner/name` if a package.json names a repository on GitHub. */
export function findRepository(manifest: Pick<Manifest, 'repository'>): string | undefined {
  const { repository } = manifest;
  const address = typeof repository === 'string' ? repository : repository?.url;
  return /(?:github:|github\.com[/:])([\w-]+\/[\w.-]+?)(?:\.git)?$/.exec(address ?? '')?.[1];
}
