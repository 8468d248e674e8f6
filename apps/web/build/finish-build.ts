import { rm } from 'node:fs/promises';
import path from 'node:path';
import { accountPages } from '../app/lib/paths.ts';
import { writeAppearanceScript } from './appearance-build.ts';
import { writeContentSecurityHashes } from './content-security-hashes.ts';
import { writeHomePage } from './home-page.ts';
import { readManifest } from './manifest.ts';
import { preloadMemberScreens } from './member-preloads.ts';
import { buildPlainPages } from './plain-pages-build.ts';
import { compressFiles } from './precompress.ts';
import { buildReadingPages } from './reading-pages-build.ts';
import { type Routes, writeRouteTable } from './route-table.ts';
import { buildServiceWorker } from './service-worker-build.ts';
import { drawSharingPictures } from './sharing-pictures.ts';
import { startOnIntent } from './start-on-intent.ts';

/** Pages of a visitor: they start their code when it is wanted, not when they are opened. */
const visitorPages = ['index.html', 'waitlist/index.html', 'dmtools/index.html'];

/** Everything between React Router's build and what the server hands out; each step reads what the step before wrote. */
export async function finishBuild(webDirectory: string, routes: Routes) {
  const clientDirectory = path.join(webDirectory, 'dist/client');
  const manifest = await readManifest(clientDirectory);
  for (const page of visitorPages) await startOnIntent(webDirectory, clientDirectory, page);
  await writeHomePage(webDirectory, clientDirectory, await preloadMemberScreens(clientDirectory, manifest));
  await buildPlainPages(webDirectory, clientDirectory, manifest);
  const readingPages = await buildReadingPages(webDirectory, clientDirectory);
  await drawSharingPictures(webDirectory, clientDirectory);
  await writeRouteTable(routes, [...accountPages, ...readingPages], path.join(webDirectory, 'dist/routes.json'));
  await writeAppearanceScript(webDirectory, clientDirectory);
  await writeContentSecurityHashes(clientDirectory, path.join(webDirectory, 'dist/csp.json'));
  await buildServiceWorker(webDirectory, clientDirectory);
  await rm(path.join(clientDirectory, '.vite'), { recursive: true, force: true });
  await compressFiles(clientDirectory);
}
