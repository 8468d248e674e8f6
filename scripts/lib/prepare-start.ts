import { findStartProblem } from '../../apps/server/src/commands/preflight.ts';
import { buildWebIfStale } from './web-build.ts';

/**
 * Checks the configuration and the data directory, then builds the web app if it is stale. Exits with code 1 on
 * failure.
 */
export async function prepareStart(): Promise<void> {
  // Node has already read the variable. The web build must not use the same cache.
  delete process.env['NODE_COMPILE_CACHE'];
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
