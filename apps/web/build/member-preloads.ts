import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Manifest, scriptsOf } from './manifest.ts';

export const frameModules = ['app/shell/frame.tsx', 'app/shell/member-frame.tsx'];
export const homeModules = ['app/shell/home-screen.tsx', 'app/shell/member-home.tsx'];

const preloadLink = (href: string) => `<link rel="modulepreload" href="${href}"/>`;

/**
 * The application shell is one document for every screen, so React Router can name only the root's scripts in it; the
 * frame and the screen would follow two round trips later. The frame is always wanted, the feed at `/`.
 */
export async function preloadMemberScreens(clientDirectory: string, manifest: Manifest) {
  const file = path.join(clientDirectory, '__spa-fallback.html');
  const html = await readFile(file, 'utf8');
  const isNew = (href: string) => !html.includes(`href="${href}"`);
  const frame = scriptsOf(manifest, frameModules).filter(isNew);
  const home = scriptsOf(manifest, homeModules).filter((href) => isNew(href) && !frame.includes(href));
  const homeScript = `if(location.pathname==='/')for(const href of ${JSON.stringify(home)}){const link=document.createElement('link');link.rel='modulepreload';link.href=href;document.head.append(link)}`;
  await writeFile(
    file,
    html.replace('</head>', () => `${frame.map(preloadLink).join('')}<script>${homeScript}</script></head>`),
  );
}
