import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Preflight from '../../apps/server/src/preflight.ts';
import { root } from './root.ts';
import { buildWebIfStale } from './web-build.ts';

/** A module of the server. The paths are computed, because the server's types are checked in its own project. */
export const server = async <Module>(file: string): Promise<Module> =>
  (await import(pathToFileURL(path.join(root, 'apps/server/src', file)).href)) as Module;

/** Says what would end a start before the web app is built, and builds it when it is stale; ends with code 1 where that fails. */
export async function prepareStart(): Promise<void> {
  // Node has read it; the build of the web app would leave its own code there.
  delete process.env['NODE_COMPILE_CACHE'];
  const { findObstacle } = await server<typeof Preflight>('preflight.ts');
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
}
