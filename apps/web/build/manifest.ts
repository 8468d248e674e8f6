import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

type ManifestChunk = { file: string; src?: string; imports?: string[] };

/** Vite's manifest: the output file of each module. */
export type Manifest = Record<string, ManifestChunk>;

export const readManifest = async (clientDirectory: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(clientDirectory, '.vite/manifest.json'), 'utf8')) as Manifest;

/** Returns the URLs of all files that the given modules need, including themselves, or the URL of a font. */
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

export const frameModules = ['app/shell/frame.tsx', 'app/shell/member-frame.tsx'];
export const homeModules = ['app/shell/home-screen.tsx'];

/** Font of short posts. Visitors' pages load it only when they show one. */
const postFont = 'app/fonts/fraunces-text.woff2';

const preloadLink = (href: string) => `<link rel="modulepreload" href="${href}"/>`;
const fontLink = (href: string) =>
  `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin="anonymous"/>`;

/**
 * Adds preload links to the application shell. It is one document for all screens, so React Router lists only the
 * root's scripts, and frame and screen would load two round trips later. The frame is always needed, the feed only at
 * `/`.
 */
export async function preloadMemberScreens(clientDirectory: string, manifest: Manifest): Promise<void> {
  const file = path.join(clientDirectory, '__spa-fallback.html');
  const html = await readFile(file, 'utf8');
  const isNew = (href: string) => !html.includes(`href="${href}"`);
  const frame = filesOf(manifest, frameModules).filter(isNew);
  const home = filesOf(manifest, homeModules).filter((href) => isNew(href) && !frame.includes(href));
  const [font = ''] = filesOf(manifest, [postFont]);
  const homeScript = `if(location.pathname==='/')for(const href of ${JSON.stringify(home)}){const link=document.createElement('link');link.rel='modulepreload';link.href=href;document.head.append(link)}`;
  const withPreloads = (ofHome: string) =>
    html.replace('</head>', () => `${fontLink(font)}${frame.map(preloadLink).join('')}${ofHome}</head>`);
  await writeFile(file, withPreloads(`<script>${homeScript}</script>`));
}
