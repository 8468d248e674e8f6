import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Preflight from '../../apps/server/src/commands/preflight.ts';
import { root } from './root.ts';
import { buildWebIfStale } from './web-build.ts';

/** Imports a module of the server. The path is computed, because the server's types are checked in its own project. */
export const importServerModule = async <Module>(file: string): Promise<Module> =>
  (await import(pathToFileURL(path.join(root, 'apps/server/src', file)).href)) as Module;

/**
 * Checks the configuration and the data directory, then builds the web app if it is stale. Exits with code 1 on
 * failure.
 */
export async function prepareStart(): Promise<void> {
  // Node has already read the variable. The web build must not use the same cache.
  delete process.env['NODE_COMPILE_CACHE'];
  const { findStartProblem } = await importServerModule<typeof Preflight>('commands/preflight.ts');
  const obstacle = await findStartProblem();
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
