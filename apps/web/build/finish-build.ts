import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { build } from 'vite';
import { injectManifest } from 'workbox-build';
import { accountPages } from '../app/lib/paths.ts';
import { buildTarget } from './browser-targets.ts';
import { filesOf, frameModules, preloadMemberScreens, readManifest } from './manifest.ts';
import { startOnIntent, writeContentSecurityHashes, writeHeadScripts } from './page-scripts.ts';
import { buildPlainPages } from './plain-pages-build.ts';
import { buildReadingPages } from './reading-pages-build.ts';
import { drawSharingPictures } from './sharing-pictures.ts';

/** Pages for visitors: their code loads when the page is idle or used. */
const visitorPages = ['index.html', 'waitlist/index.html', 'dmtools/index.html'];

/** All steps after React Router's build. Each step reads the output of the previous one. */
export async function finishBuild(webDirectory: string, routes: Routes) {
  const clientDirectory = path.join(webDirectory, 'dist/client');
  const manifest = await readManifest(clientDirectory);
  for (const page of visitorPages) await startOnIntent(webDirectory, clientDirectory, page);
  // Data of prerendered pages, for a navigation between them. They have none.
  await rm(path.join(clientDirectory, '_.data'), { force: true });
  await writeShell(webDirectory, clientDirectory);
  await preloadMemberScreens(clientDirectory, manifest);
  const preloads = filesOf(manifest, frameModules);
  await writeFile(path.join(webDirectory, 'dist/preloads.json'), JSON.stringify(preloads));
  await buildPlainPages(webDirectory, clientDirectory, manifest);
  const readingPages = await buildReadingPages(webDirectory, clientDirectory);
  await drawSharingPictures(webDirectory, clientDirectory);
  await writeRouteTable(routes, [...accountPages, ...readingPages], path.join(webDirectory, 'dist/routes.json'));
  await writeHeadScripts(webDirectory, clientDirectory);
  await writeContentSecurityHashes(clientDirectory, path.join(webDirectory, 'dist/csp.json'));
  await buildServiceWorker(webDirectory, clientDirectory);
  await rm(path.join(clientDirectory, '.vite'), { recursive: true, force: true });
  await compressFiles(clientDirectory);
}

/** Writes the application without a screen: for screens that the server does not render, and for offline use. */
async function writeShell(webDirectory: string, clientDirectory: string): Promise<void> {
  const server = pathToFileURL(path.join(webDirectory, 'dist/server/index.js')).href;
  // React Router accepts such a request only during a build.
  process.env['IS_RR_BUILD_REQUEST'] = 'yes';
  const { renderShell } = (await import(/* @vite-ignore */ server)) as { renderShell: () => Promise<string> };
  await writeFile(path.join(clientDirectory, '__spa-fallback.html'), await renderShell());
}

type RouteEntry = { parentId?: string | undefined; path?: string | undefined; index?: boolean | undefined };

/** React Router's routes by id. */
type Routes = Readonly<Record<string, RouteEntry | undefined>>;

/**
 * Writes the paths of all screens as patterns: `["/", "/posts/:id", "/profile/:id?"]`. The server responds 404 to all
 * other paths. The splat route is the 404 screen in the browser, so it is not listed.
 */
async function writeRouteTable(routes: Routes, otherPages: readonly string[], outputFile: string) {
  const patterns = Object.values(routes)
    .filter((route) => route !== undefined)
    .filter(({ path, index }) => (path !== undefined && path !== '' && path !== '*') || index === true)
    .map((route) => `/${pathsTo(routes, route).join('/')}`);
  await writeFile(outputFile, `${JSON.stringify([...new Set([...patterns, ...otherPages])].toSorted(), null, 2)}\n`);
}

function pathsTo(routes: Routes, { parentId, path = '' }: RouteEntry): string[] {
  const parent = parentId === undefined ? undefined : routes[parentId];
  return [...(parent ? pathsTo(routes, parent) : []), ...(path === '' ? [] : [path])];
}

/** Bundles the service worker into one file and injects the list of files to cache. */
async function buildServiceWorker(webDirectory: string, clientDirectory: string) {
  await build({
    configFile: false,
    root: webDirectory,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: buildTarget,
      outDir: clientDirectory,
      emptyOutDir: false,
      reportCompressedSize: false,
      lib: { entry: 'app/service-worker.ts', formats: ['es'], fileName: () => 'sw.js' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const file = path.join(clientDirectory, 'sw.js');
  const { warnings } = await injectManifest({
    swSrc: file,
    swDest: file,
    globDirectory: clientDirectory,
    globPatterns: [
      ...['assets/**/*.{js,css,woff2,svg}', '__spa-fallback.html', 'icon.svg', 'crisis/index.html'],
      // All fifteen articles (5 KB each, compressed), so that they can be read offline.
      ...['self-help/**/index.html', '{privacy,guidelines,accessibility,install}/index.html', 'not-connected.html'],
    ],
    dontCacheBustURLsMatching: /^assets\//,
  });
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
}

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Below this size, headers outweigh the savings. */
const minBytes = 512;

/**
 * Writes `.br` and `.gz` versions of every text file at the highest level, so that the server never compresses on
 * request.
 */
async function compressFiles(clientDirectory: string) {
  const files = await Array.fromAsync(glob('**/*.{js,css,html,svg,json,webmanifest}', { cwd: clientDirectory }));
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(clientDirectory, name);
      const content = await readFile(file);
      if (content.byteLength < minBytes) return;
      const [small, compatible] = await Promise.all([
        brotli(content, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength } }),
        gzip(content, { level: zlib.constants.Z_BEST_COMPRESSION }),
      ]);
      await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, compatible)]);
    }),
  );
}
