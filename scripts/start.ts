// npm start: builds the web app when it is stale, then becomes the server.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib/root.ts';
import { passSignalsOnce } from './lib/signals.ts';
import { buildWebIfStale } from './lib/web-build.ts';

passSignalsOnce();

const build = await buildWebIfStale();
if (build !== null && !build.ok) {
  console.error(`${build.output}\nThe web app could not be built.`);
  process.exit(1);
}
if (build !== null) console.log(`The web app is built (${build.seconds.toFixed(1)} s).`);

// One process, so that stop signals and the exit code are the server's own. The path is computed, because the
// server's types are checked in its own project.
await import(pathToFileURL(path.join(root, 'apps/server/src/main.ts')).href);
