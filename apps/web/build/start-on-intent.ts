import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildInlineScript } from './inline-script.ts';

const moduleScript = /<script type="module" async="">([\s\S]*?)<\/script>/;
const modulePreload = /<link rel="modulepreload"[^>]*\/>/g;

/**
 * Makes one prerendered page start its code when it is wanted. The page is complete without: reading it should not cost
 * a visitor the application. React Router's inline module becomes a file of its own, imported by `app/visitor-page.ts`.
 */
export async function startOnIntent(webDirectory: string, clientDirectory: string, page: string) {
  const file = path.join(clientDirectory, page);
  const html = await readFile(file, 'utf8');
  const code = moduleScript.exec(html)?.[1];
  if (code === undefined)
    throw new Error(`${page} has no module script to start later; did React Router change its form?`);
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  const scriptUrl = `/assets/start-${hash}.js`;
  await writeFile(path.join(clientDirectory, scriptUrl), code);
  const starter = await buildInlineScript(webDirectory, 'app/visitor-page.ts');
  await writeFile(
    file,
    html
      .replace(moduleScript, () => `<script data-start="${scriptUrl}">${starter}</script>`)
      .replaceAll(modulePreload, ''),
  );
}
