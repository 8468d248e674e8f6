import { rm } from 'node:fs/promises';
import path from 'node:path';
import { accountPages } from '../app/lib/paths.ts';
import { writeContentSecurityHashes } from './content-security-hashes.ts';
import { writeHomePage } from './home-page.ts';
import { readManifest } from './manifest.ts';
import { preloadMemberScreens } from './member-preloads.ts';
import { buildPlainPages } from './plain-pages-build.ts';
import { compressFiles } from './precompress.ts';
import { type Routes, writeRouteTable } from './route-table.ts';
import { buildServiceWorker } from './service-worker-build.ts';
import { startOnIntent } from './start-on-intent.ts';

/** Pages a visitor reads: they start their code when it is wanted, not when they are opened. */
const readingPages = ['index.html', 'waitlist/index.html', 'crisis/index.html'];

/** Everything between React Router's build and what the server hands out; each step reads what the step before wrote. */
export async function finishBuild(webDirectory: string, routes: Routes) {
  const clientDirectory = path.join(webDirectory, 'dist/client');
  const manifest = await readManifest(clientDirectory);
  for (const page of readingPages) await startOnIntent(clientDirectory, page);
  await writeHomePage(webDirectory, clientDirectory, await preloadMemberScreens(clientDirectory, manifest));
  await buildPlainPages(webDirectory, clientDirectory, manifest);
  await writeRouteTable(routes, accountPages, path.join(webDirectory, 'dist/routes.json'));
  await writeContentSecurityHashes(clientDirectory, path.join(webDirectory, 'dist/csp.json'));
  await buildServiceWorker(webDirectory, clientDirectory);
  await rm(path.join(clientDirectory, '.vite'), { recursive: true, force: true });
  await compressFiles(clientDirectory);
}
