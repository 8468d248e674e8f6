import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RenderPlainPage } from '@commons/contract/plain-pages';
import { build, type Rolldown } from 'vite';
import { accountPages, paths } from '../app/lib/paths.ts';
import { buildTarget } from './browser-targets.ts';
import { filesOf, frameModules, homeModules, type Manifest } from './manifest.ts';
import { buildForServer, readStyleSheets, refuseMissingFiles } from './server-build.ts';

/** Already written by React Router. Only checked here. */
const prerendered: string[] = [paths.waitlist, paths.meditationTools];

/** Bundles the script of the account pages. Returns its URL. */
async function buildAccountScript(webDirectory: string, clientDirectory: string, manifest: Manifest): Promise<string> {
  const memberScripts = filesOf(manifest, ['app/root.tsx', ...frameModules, ...homeModules]);
  const { output } = (await build({
    configFile: false,
    root: webDirectory,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"', MEMBER_SCRIPTS: JSON.stringify(memberScripts) },
    build: {
      target: buildTarget,
      outDir: clientDirectory,
      emptyOutDir: false,
      reportCompressedSize: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'app/account-pages.ts',
        output: { entryFileNames: 'assets/[name]-[hash].js', chunkFileNames: 'assets/[name]-[hash].js' },
      },
    },
  })) as Rolldown.RolldownOutput;
  return `/${output[0].fileName}`;
}

/**
 * Bundles the server's page renderers into one file: the first view of the feed, and pages without React, which the
 * server needs after form submissions. Also writes the account pages and the 404 page.
 */
export async function buildPlainPages(webDirectory: string, clientDirectory: string, manifest: Manifest) {
  const accountScript = await buildAccountScript(webDirectory, clientDirectory, manifest);
  const { renderPlainPage } = await buildForServer<{ renderPlainPage: RenderPlainPage }>(webDirectory, {
    input: 'app/server-pages.ts',
    define: {
      STYLE_SHEETS: JSON.stringify(await readStyleSheets(clientDirectory)),
      ACCOUNT_SCRIPT: JSON.stringify(accountScript),
    },
  });
  const pages = ['/404', ...prerendered, ...accountPages].map((page) => ({
    page,
    html: renderPlainPage({ path: page, search: '' }),
  }));
  refuseMissingFiles(
    clientDirectory,
    pages.map(({ html }) => html),
  );
  for (const { page, html } of pages) {
    if (prerendered.includes(page)) continue;
    const file = path.join(clientDirectory, page === '/404' ? '404.html' : `${page}/index.html`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, html);
  }
}
