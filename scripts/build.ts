// npm run build: builds the web app. The server runs from source.
import { buildWeb } from './lib/web-build.ts';

const { ok, output, seconds } = await buildWeb();
process.stdout.write(output);
console.log(ok ? `The web app is built (${seconds.toFixed(1)} s).` : 'The web app could not be built.');
process.exitCode = ok ? 0 : 1;
