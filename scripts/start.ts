// npm start: builds the web app when it is stale, then becomes the server.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/root.ts';
import { passSignalsOnce } from './lib/signals.ts';
import { buildWebIfStale } from './lib/web-build.ts';

passSignalsOnce();

/** The paths are computed, because the server's types are checked in its own project. */
const server = (file: string) => import(pathToFileURL(path.join(root, 'apps/server/src', file)).href);

const { findObstacle } = (await server('preflight.ts')) as { findObstacle: () => Promise<string | undefined> };
const obstacle = await findObstacle();
if (obstacle !== undefined) {
  console.error(obstacle);
  process.exit(1);
}

const build = await buildWebIfStale();
if (build !== null && !build.ok) {
  console.error(`${build.output}\nThe web app could not be built.`);
  process.exit(1);
}
if (build !== null) console.log(`The web app is built (${build.seconds.toFixed(1)} s).`);

console.log('Opening the community …');
// One process, so that stop signals and the exit code are the server's own.
await server('main.ts');
