import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderPlainPage } from '@commons/contract/plain-pages';
import { build, type Plugin, type Rolldown } from 'vite';
import { accountPages } from '../app/lib/paths.ts';
import { filesOf, type Manifest } from './manifest.ts';
import { frameModules, homeModules } from './member-preloads.ts';

const styleSheet = /<link rel="stylesheet" href="([^"]+)"/g;
const assetAddress = /(?:src|href)="(\/assets\/[^"]+)"/g;

/** What screens fetch when it is wanted is wanted in browsers alone. */
const withoutLaterCode: Plugin = {
  name: 'without-later-code',
  enforce: 'pre',
  resolveId: (source, _importer, { kind }) => (kind === 'dynamic-import' ? { id: source, external: true } : null),
};

/** Bundles what runs in the pages of accounts; answers the address of its first file. */
async function buildAccountScript(webDirectory: string, clientDirectory: string, manifest: Manifest): Promise<string> {
  const memberScripts = filesOf(manifest, ['app/root.tsx', ...frameModules, ...homeModules]);
  const { output } = (await build({
    configFile: false,
    root: webDirectory,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"', MEMBER_SCRIPTS: JSON.stringify(memberScripts) },
    build: {
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
 * Bundles what draws pages in the server into one file: the first view of the feed, and pages without React in the browser,
 * wanted when a form arrives that a browser sent by itself. The pages of accounts, and the one for unknown addresses, are
 * written at once.
 */
export async function buildPlainPages(webDirectory: string, clientDirectory: string, manifest: Manifest) {
  const accountScript = await buildAccountScript(webDirectory, clientDirectory, manifest);
  const prerendered = await readFile(path.join(clientDirectory, 'waitlist/index.html'), 'utf8');
  const styleSheets = [...prerendered.matchAll(styleSheet)].map((match) => match[1]);
  await build({
    configFile: false,
    root: webDirectory,
    logLevel: 'warn',
    publicDir: false,
    define: {
      'process.env.NODE_ENV': '"production"',
      STYLE_SHEETS: JSON.stringify(styleSheets),
      ACCOUNT_SCRIPT: JSON.stringify(accountScript),
    },
    ssr: { noExternal: true },
    plugins: [withoutLaterCode],
    build: {
      ssr: 'app/server-pages.ts',
      outDir: 'dist',
      emptyOutDir: false,
      reportCompressedSize: false,
      // As in the client's build, so that a picture has the same address in both.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: { codeSplitting: false, entryFileNames: 'server-pages.js' },
        // "use client" says nothing where there is one bundle.
        onwarn: (warning, warn) => {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
        },
      },
    },
  });
  const file = pathToFileURL(path.join(webDirectory, 'dist/server-pages.js')).href;
  const { renderPlainPage } = (await import(/* @vite-ignore */ file)) as { renderPlainPage: RenderPlainPage };
  const pages = ['/404', '/waitlist', ...accountPages].map((page) => ({
    page,
    html: renderPlainPage({ path: page, search: '' }),
  }));
  const missing = pages
    .flatMap(({ html }) => [...html.matchAll(assetAddress)].map((match) => match[1] ?? ''))
    .filter((address) => !existsSync(path.join(clientDirectory, address)));
  if (missing.length > 0) throw new Error(`Pages without JavaScript name files that were not built: ${missing.join()}`);
  for (const { page, html } of pages) {
    if (page === '/waitlist') continue;
    const file = path.join(clientDirectory, page === '/404' ? '404.html' : `${page}/index.html`);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, html);
  }
}
