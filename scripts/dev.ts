// npm run dev: runs the server, which restarts when its source changes, and the web app's development server.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { concurrently } from 'concurrently';
import { root } from './lib/root.ts';
import { environment } from './lib/run.ts';
import { passSignalsOnce } from './lib/signals.ts';
import './lib/stop-with-npm.mjs';

passSignalsOnce();

// The web app's development server proxies API calls to the server, so it reads the port from the same file.
const settings = path.join(root, '.env');
if (existsSync(settings)) process.loadEnvFile(settings);
const serverAddress = process.env['COMMONS_API'] ?? `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

// Without explicit folders, Node watches only the files that the last start loaded and misses new ones.
const watchParameters = ['apps/server/src', 'packages/contract/src']
  .map((folder) => `--watch-path=${folder}`)
  .join(' ');
const env = { PATH: environment.PATH, COMMONS_API: serverAddress, CHECK_REPLIES: 'on' };

const { result } = concurrently(
  [
    {
      name: 'server',
      command: `node --watch --watch-preserve-output ${watchParameters} apps/server/src/main.ts`,
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
