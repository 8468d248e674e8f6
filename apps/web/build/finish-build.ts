import { createHash } from 'node:crypto';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { PageRenderer } from '@commons/contract/rendered-pages';
import type { PrecacheEntry } from 'workbox-precaching';
import type { SharingPicture } from '../app/ui/sharing-head.tsx';
import { bundleScript } from './bundle.ts';
import { drawSharingPictures } from './sharing-pictures.ts';

type ServerBuild = PageRenderer & { sharingPictures: readonly SharingPicture[] };

/** All steps after React Router's build. */
export async function finishBuild(webDirectory: string): Promise<void> {
  const clientDirectory = path.join(webDirectory, 'dist/client');
  const server = pathToFileURL(path.join(webDirectory, 'dist/server/index.js')).href;
  const build = (await import(/* @vite-ignore */ server)) as ServerBuild;
  await rm(path.join(clientDirectory, '.vite'), { recursive: true, force: true });
  await Promise.all([
    drawSharingPictures(webDirectory, clientDirectory, build.sharingPictures),
    writeServiceWorker(webDirectory, clientDirectory, await listOfflinePages(build)),
  ]);
  await compressFiles(clientDirectory);
}

/** Pages that the service worker caches. All ten articles (5 KB each, compressed), so that they can be read offline. */
const offlinePages = /^\/(?:crisis|self-help(?:\/.*)?|privacy|guidelines|accessibility|install|not-connected\.html)$/;

const revisionOf = (content: string | Buffer): string => createHash('md5').update(content).digest('hex');

/** Returns the files of the pages that the server renders, each with a hash of its content as the revision. */
async function listOfflinePages(build: PageRenderer): Promise<PrecacheEntry[]> {
  const pages = await build.renderPublicPages();
  return [
    ...pages
      .filter(({ path: address }) => offlinePages.test(address))
      .map(({ path: address, html }) => ({
        revision: revisionOf(html),
        url: address.endsWith('.html') ? address.slice(1) : `${address.slice(1)}/index.html`,
      })),
    { revision: revisionOf(await build.renderShell()), url: '__spa-fallback.html' },
  ];
}

/** Bundles the service worker into one file, with the list of files to cache. Names of assets contain their revision. */
async function writeServiceWorker(webDirectory: string, clientDirectory: string, pages: PrecacheEntry[]) {
  const assets = await Array.fromAsync(glob('assets/**/*.{js,css,woff2,svg}', { cwd: clientDirectory }));
  const manifest: PrecacheEntry[] = [
    ...assets.toSorted().map((file) => ({ url: file.replaceAll(path.sep, '/') })),
    { url: 'icon.svg', revision: revisionOf(await readFile(path.join(clientDirectory, 'icon.svg'))) },
    ...pages,
  ];
  const parts = (await bundleScript(webDirectory, 'service-worker.ts')).split('self.__WB_MANIFEST');
  if (parts.length !== 2) throw new Error('The service worker does not contain its list of files exactly once.');
  await writeFile(path.join(clientDirectory, 'sw.js'), parts.join(JSON.stringify(manifest)));
}

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Below this size, headers outweigh the savings. */
const minBytes = 512;

/** The highest level takes more than twice the time, and saves only 2 % more. */
const brotliQuality = 10;

/** Writes `.br` and `.gz` versions of every text file, so that the server never compresses files on request. */
async function compressFiles(clientDirectory: string) {
  const files = await Array.fromAsync(glob('**/*.{js,css,svg,json,webmanifest}', { cwd: clientDirectory }));
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(clientDirectory, name);
      const content = await readFile(file);
      if (content.byteLength < minBytes) return;
      const [small, compatible] = await Promise.all([
        brotli(content, {
          params: {
            [zlib.constants.BROTLI_PARAM_QUALITY]: brotliQuality,
            [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength,
          },
        }),
        gzip(content, { level: zlib.constants.Z_BEST_COMPRESSION }),
      ]);
      await Promise.all([writeFile(`${file}.br`, small), writeFile(`${file}.gz`, compatible)]);
    }),
  );
}
