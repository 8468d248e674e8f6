import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { acceptsConnections } from '../../apps/server/test/redis-server.ts';
import type { Run } from './measurement.ts';
import { startProcess } from './processes.ts';
import type { Variables } from './servers.ts';
import { freePort, type Service, startService } from './services.ts';
import { type Pair, startPair } from './sites.ts';

/** The services of `compose.yaml` on loopback: a proxy, two servers, PostgreSQL, Redis and S3. */
export type Topology = Pair & { files: Service };

const proxyConfiguration = fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url));
const s3Program = fileURLToPath(new URL('../../node_modules/fauxqs/dist/server.js', import.meta.url));
const makeBucketProgram = fileURLToPath(new URL('../../apps/server/src/commands/make-bucket.ts', import.meta.url));

/** Seconds that a stopping server keeps answering, as in the deploy guides. */
const drainSeconds = '4';

export async function startTopology(run: Run, variables: Variables): Promise<Topology> {
  const { cleanups } = run;
  const filesPort = await freePort();
  const files = await startService([process.execPath, s3Program], filesPort, cleanups, {
    FAUXQS_PORT: `${filesPort}`,
    FAUXQS_S3_STORAGE_DIR: path.join(variables.DATA_DIR, 'files'),
  });
  const storage = {
    S3_ENDPOINT: `http://127.0.0.1:${filesPort}`,
    S3_BUCKET: 'commons-media',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  execFileSync(process.execPath, [makeBucketProgram], { cwd: '/', env: storage });

  const proxyPort = await freePort();
  const url = `http://127.0.0.1:${proxyPort}`;
  const pair = await startPair(run, { ...variables, ...storage, PUBLIC_URL: url, DRAIN_SECONDS: drainSeconds });
  await startProcess(['caddy', 'run', '--config', proxyConfiguration, '--adapter', 'caddyfile'], {
    isReady: () => acceptsConnections(proxyPort),
    env: {
      SITE_ADDRESS: url,
      UPSTREAMS: pair.urls.map((upstream) => new URL(upstream).host).join(' '),
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      HOME: variables.DATA_DIR,
    },
    cleanups,
  });
  return { ...pair, urls: [url], storage, files };
}
