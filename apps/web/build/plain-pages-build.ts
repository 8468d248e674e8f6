import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderPlainPage } from '@commons/contract/plain-pages';
import { build } from 'vite';

const styleSheet = /<link rel="stylesheet" href="([^"]+)"/g;
const assetAddress = /(?:src|href)="(\/assets\/[^"]+)"/g;

/**
 * Bundles what renders pages without JavaScript into one file, for the server to load when a form arrives that a browser
 * sent by itself. The page for unknown addresses is the same for everybody and written at once.
 */
export async function buildPlainPages(webDirectory: string, clientDirectory: string) {
  const prerendered = await readFile(path.join(clientDirectory, 'login/index.html'), 'utf8');
  const styleSheets = [...prerendered.matchAll(styleSheet)].map((match) => match[1]);
  await build({
    configFile: false,
    root: webDirectory,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"', STYLE_SHEETS: JSON.stringify(styleSheets) },
    ssr: { noExternal: true },
    build: {
      ssr: 'app/plain-pages.tsx',
      outDir: 'dist',
      emptyOutDir: false,
      reportCompressedSize: false,
      // As in the client's build, so that a picture has the same address in both.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: { codeSplitting: false, entryFileNames: 'plain-pages.js' },
        // "use client" says nothing where there is one bundle.
        onwarn: (warning, warn) => {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
        },
      },
    },
  });
  const file = pathToFileURL(path.join(webDirectory, 'dist/plain-pages.js')).href;
  const { renderPlainPage } = (await import(/* @vite-ignore */ file)) as { renderPlainPage: RenderPlainPage };
  const pages = ['/404', '/login', '/signup', '/forgot-password', '/waitlist'].map((page) =>
    renderPlainPage({ path: page, search: '' }),
  );
  const missing = pages
    .flatMap((html) => [...html.matchAll(assetAddress)].map((match) => match[1] ?? ''))
    .filter((address) => !existsSync(path.join(clientDirectory, address)));
  if (missing.length > 0) throw new Error(`Pages without JavaScript name files that were not built: ${missing.join()}`);
  await writeFile(path.join(clientDirectory, '404.html'), pages[0] ?? '');
}
