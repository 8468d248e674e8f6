import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const moduleScript = /<script type="module" async="">([\s\S]*?)<\/script>/;
const modulePreload = /<link rel="modulepreload"[^>]*\/>/g;

/**
 * Runs in the page. A form that is touched, or what says `data-wakes`, brings the code; one that is sent before the code
 * is there goes to the server as it is, which answers with a page.
 */
const starter = (scriptUrl: string) => `(() => {
  const begin = () => import('${scriptUrl}').catch(() => undefined);
  const touched = ({ target }) => { if (target instanceof Element && target.closest('form, [data-wakes]')) begin(); };
  for (const type of ['pointerover', 'pointerdown', 'focusin']) document.addEventListener(type, touched, { passive: true });
})();`;

/**
 * Makes one prerendered page start its code when it is wanted. The page is complete without: reading it should not cost
 * a visitor the application. React Router's inline module becomes a file of its own, imported by the starter above.
 */
export async function startOnIntent(clientDirectory: string, page: string) {
  const file = path.join(clientDirectory, page);
  const html = await readFile(file, 'utf8');
  const code = moduleScript.exec(html)?.[1];
  if (code === undefined)
    throw new Error(`${page} has no module script to start later; did React Router change its form?`);
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  const scriptUrl = `/assets/start-${hash}.js`;
  await writeFile(path.join(clientDirectory, scriptUrl), code);
  await writeFile(
    file,
    html.replace(moduleScript, () => `<script>${starter(scriptUrl)}</script>`).replaceAll(modulePreload, ''),
  );
}
