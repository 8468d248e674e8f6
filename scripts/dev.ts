// npm run dev: the server, restarted when its source changes, and the web app's development server, stopped together.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { concurrently } from 'concurrently';
import { root } from './lib/root.ts';
import { environment } from './lib/run.ts';
import { passSignalsOnce } from './lib/signals.ts';
import './lib/stop-with-npm.mjs';

passSignalsOnce();

// The web app's development server passes calls on to the port that the server reads from the same file.
const settings = path.join(root, '.env');
if (existsSync(settings)) process.loadEnvFile(settings);
const api = process.env['COMMONS_API'] ?? `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

// Without explicit folders node watches only what the last start had loaded, and misses a file added since.
const watched = ['apps/server/src', 'packages/contract/src'].map((folder) => `--watch-path=${folder}`).join(' ');
const env = { PATH: environment.PATH, COMMONS_API: api, CHECK_REPLIES: 'on' };

const { result } = concurrently(
  [
    {
      name: 'server',
      command: `node --watch --watch-preserve-output ${watched} apps/server/src/main.ts`,
      cwd: root,
      env,
    },
    { name: 'web', command: 'react-router dev', cwd: path.join(root, 'apps/web'), env },
  ],
  { killOthersOn: ['failure', 'success'], prefixColors: ['cyan', 'magenta'] },
);

process.exitCode = await result.then(
  () => 0,
  () => 1,
);
