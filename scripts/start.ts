// npm start: builds the web app when it is stale, then becomes the server.
import { prepareStart, server } from './lib/prepare-start.ts';
import { passSignalsOnce } from './lib/signals.ts';
import './lib/stop-with-npm.mjs';

passSignalsOnce();
await prepareStart();
// One process, so that stop signals and the exit code are the server's own.
await server('main.ts');
