// npm run demo: starts a made-up community in its own data directory. `-- --fresh` creates it again.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { prepareStart } from './lib/prepare-start.ts';
import { passSignalsOnce } from './lib/signals.ts';
import './lib/stop-with-npm.mjs';

const { values } = parseArgs({ options: { fresh: { type: 'boolean', default: false } } });
passSignalsOnce();

const { loadEnvironmentFile } = await import('../apps/server/src/platform/configuration.ts');
loadEnvironmentFile();
// In its own folder, so that the demo never changes real data. Its passwords are public, so it listens on loopback
// only.
const directory = path.resolve(process.env['DATA_DIR'] || './data', 'demo');
const unusedVariables = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'PUBLIC_URL', 'TRUSTED_PROXIES', 'ADMIN_TWO_FACTOR'];
const externalVariables = Object.keys(process.env).filter((name) => /^(?:S3|OIDC)_/.test(name));
for (const name of [...unusedVariables, ...externalVariables]) process.env[name] = '';
Object.assign(process.env, { DATA_DIR: directory, HOST: '127.0.0.1', STARTER_CONTENT: 'on' });

await prepareStart();
if (values.fresh) await rm(directory, { recursive: true, force: true });

const { demoEmail, demoPassword, demoSignIns, fillDemo } = await import('./lib/demo/fill.ts');
const { serve } = await import('../apps/server/src/serve.ts');
const address = await serve({
  async beforeListen(community) {
    const startedAt = performance.now();
    if (await fillDemo(community))
      console.log(`The demo community is ready (${((performance.now() - startedAt) / 1000).toFixed(1)} s).`);
  },
});
if (address !== undefined) {
  const lines = demoSignIns.map(({ handle, label }) => `${`${label}:`.padEnd(15)} ${demoEmail(handle)}`);
  console.log(`  Everything here is made up. Sign in at ${address}/login with the password “${demoPassword}”:\n`);
  console.log(`${lines.map((line) => `    ${line}`).join('\n')}\n`);
}
