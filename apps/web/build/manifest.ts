import { readFile } from 'node:fs/promises';
import path from 'node:path';

type ManifestChunk = { file: string; src?: string; imports?: string[] };

/** Vite's manifest: which file each module of the client build became. */
export type Manifest = Record<string, ManifestChunk>;

export const readManifest = async (clientDirectory: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(clientDirectory, '.vite/manifest.json'), 'utf8')) as Manifest;

/** Addresses of the files that the given modules need before they can run, themselves included; of a font, its own. */
export function filesOf(manifest: Manifest, sources: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no module ${key}`);
    if (found.has(`/${chunk.file}`)) return;
    found.add(`/${chunk.file}`);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const source of sources) {
    const key = Object.keys(manifest).find((name) => manifest[name]?.src?.split('?')[0] === source);
    if (key === undefined) throw new Error(`The build has no module ${source}`);
    visit(key);
  }
  return [...found];
}
