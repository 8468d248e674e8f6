import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

/** Leaves out dynamic imports, which only browsers use. */
const withoutLaterCode: Plugin = {
  name: 'without-later-code',
  enforce: 'pre',
  resolveId: (source, _importer, { kind }) => (kind === 'dynamic-import' ? { id: source, external: true } : null),
};

type ServerBuild = { input: string; define: Record<string, string> };

/** Bundles page renderers into one file in `dist`, named like its source, and imports it. */
export async function buildForServer<Module>(webDirectory: string, { input, define }: ServerBuild): Promise<Module> {
  const name = `${path.parse(input).name}.js`;
  await build({
    configFile: false,
    root: webDirectory,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    ssr: { noExternal: true },
    plugins: [withoutLaterCode],
    build: {
      ssr: input,
      outDir: 'dist',
      emptyOutDir: false,
      reportCompressedSize: false,
      // As in the client build, so that assets have the same URLs.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: { codeSplitting: false, entryFileNames: name },
        // "use client" has no meaning in a single bundle.
        onwarn: (warning, warn) => {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
        },
      },
    },
  });
  return (await import(/* @vite-ignore */ pathToFileURL(path.join(webDirectory, 'dist', name)).href)) as Module;
}

const styleSheet = /<link rel="stylesheet" href="([^"]+)"/g;
const assetAddress = /(?:src|href)="(\/assets\/[^"]+)"|url\((\/assets\/[^)]+)\)/g;

/** Returns the URLs of the client build's style sheets. */
export async function readStyleSheets(clientDirectory: string): Promise<string[]> {
  const prerendered = await readFile(path.join(clientDirectory, 'waitlist/index.html'), 'utf8');
  return [...prerendered.matchAll(styleSheet)].map((match) => match[1] ?? '');
}

/** Fails the build if a page refers to a missing file. Client and server build must use the same names. */
export function refuseMissingFiles(clientDirectory: string, pages: readonly string[]): void {
  const missing = pages
    .flatMap((html) => [...html.matchAll(assetAddress)].map((match) => match[1] ?? match[2] ?? ''))
    .filter((address) => !existsSync(path.join(clientDirectory, address)));
  if (missing.length > 0) throw new Error(`Pages without JavaScript refer to missing files: ${missing.join()}`);
}
