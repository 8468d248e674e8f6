// npm start: builds the web app if it is stale, then runs the server in this process.
import { prepareStart } from './lib/prepare-start.ts';
import { passSignalsOnce } from './lib/signals.ts';
import './lib/stop-with-npm.mjs';

passSignalsOnce();
await prepareStart();
// One process, so that stop signals reach the server and its exit code is returned.
await import('../apps/server/src/main.ts');
