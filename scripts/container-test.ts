// npm run test:container: builds the images of this checkout and of the release before, and starts the servers of
// compose.yaml with Podman. The base image is made from packages of Debian and npm; `-- --published` pulls it instead.
import { strict as assert } from 'node:assert';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setupCode } from '../apps/server/src/platform/secrets.ts';
import { makeFolder, startPostgres } from '../bench/lib/database.ts';
import { freePort, startRedis, startService } from '../bench/lib/services.ts';
import { ComposeRunner, type Container } from './lib/containers/compose.ts';
import { buildImage, buildReleaseBefore, explainMissing, makeBaseImage } from './lib/containers/images.ts';
import { expectLandingPage, SmokeMember } from './lib/containers/smoke.ts';
import { root } from './lib/root.ts';

const isPublished = process.argv.includes('--published');
const pull = isPublished ? 'missing' : 'never';
const [image, imageBefore] = ['localhost/mindful-commons:container-test', 'localhost/mindful-commons:release-before'];

const programs = ['podman', 'buildah', 'runc', 'catatonit', 'redis-server', ...(isPublished ? [] : ['mmdebstrap'])];
const missing = explainMissing(programs);
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}

async function step<Result>(title: string, work: () => Promise<Result> | Result): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  console.log(`✓ ${title} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  return result;
}

const restrictions = `JSON.stringify({
  uid: process.getuid(),
  capabilities: fs.readFileSync('/proc/self/status', 'utf8').match(/^Cap(Prm|Eff|Bnd):.*/gm).map((line) => line.slice(-16)),
  privileges: /NoNewPrivs:.1/.test(fs.readFileSync('/proc/self/status', 'utf8')),
  written: ['/app/x', '/x', '/data/x', '/tmp/x'].filter((file) => {
    try { fs.writeFileSync(file, ''); return true; } catch { return false; }
  }),
})`;

/** Checks that a server runs without root and capabilities, and writes only where it may. */
function expectRestricted(server: Container): void {
  assert.deepEqual(JSON.parse(server.evaluate(restrictions)), {
    uid: 1000,
    capabilities: ['0', '0', '0'].map((digit) => digit.repeat(16)),
    privileges: true,
    written: ['/data/x', '/tmp/x'],
  });
}

await using cleanups = new AsyncDisposableStack();
if (!isPublished) await step('base image', makeBaseImage);
const versionBefore = await step('image of the release before', () => buildReleaseBefore(imageBefore, { pull }));
await step('image of this checkout', () => buildImage(root, image, { pull }));

const sessionSecret = randomBytes(32).toString('hex');
const [compose, ports] = await step('PostgreSQL, Redis and S3', async () => {
  const folder = await makeFolder(cleanups);
  const database = await startPostgres(path.join(folder, 'database'), cleanups);
  const redis = await startRedis(cleanups);
  const filesPort = await freePort();
  await startService([process.execPath, path.join(root, 'node_modules/fauxqs/dist/server.js')], filesPort, cleanups, {
    FAUXQS_PORT: `${filesPort}`,
    FAUXQS_S3_STORAGE_DIR: path.join(folder, 'files'),
  });
  const variables = {
    SITE_ADDRESS: 'community.example.org',
    SESSION_SECRET: sessionSecret,
    PUSH_PRIVATE_KEY: Buffer.concat([Buffer.of(1), randomBytes(31)]).toString('base64url'),
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  const overrides = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    S3_ENDPOINT: `http://127.0.0.1:${filesPort}`,
  };
  const runner = new ComposeRunner(variables, overrides, cleanups);
  return [runner, [await freePort(), await freePort(), await freePort(), await freePort()] as const] as const;
});
const publicUrl = 'https://community.example.org';

await step('bucket', () => compose.runOnce('bucket', image));
const before = await step(`${versionBefore} starts`, () => compose.start('server-1', imageBefore, ports[0]));
const ana = await SmokeMember.signUp(before.url, publicUrl, { firstName: 'Ana', setupCode: setupCode(sessionSecret) });
const firstPost = await step(`sign-up, post and picture on ${versionBefore}`, () =>
  ana.share(before.url, 'Written before the upgrade.'),
);

const upgraded = await step('this checkout starts beside it and migrates the database', () =>
  compose.start('server-2', image, ports[1]),
);
await step('read-only file system, no root, no capabilities', () => expectRestricted(upgraded));
await step('live frames between the versions, both ways', async () => {
  await ana.commentAcross(before.url, upgraded.url, firstPost);
  await ana.commentAcross(upgraded.url, before.url, firstPost);
});
await step(`${versionBefore} works on the migrated database`, () => ana.share(before.url, 'Written in between.'));
await step('graceful stop: not ready while it still answers, then exit code 0', async () => {
  const stopping = before.stop();
  let isDraining = false;
  // DRAIN_SECONDS of compose.yaml is 4.
  for (let attempt = 0; attempt < 100 && !isDraining; attempt += 1) {
    const response = await fetch(`${before.url}/readyz`).catch(() => undefined);
    isDraining = response?.status === 503 && (await fetch(`${before.url}/livez`)).ok;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.ok(isDraining, 'the stopping server never reported 503');
  assert.equal(await stopping, 0);
});

const second = await step('the upgraded server-1 starts with its volume', () =>
  compose.start('server-1', image, ports[2]),
);
const ben = await step('sign-up, post, picture, live frame and pages on this checkout', async () => {
  await expectLandingPage(second.url);
  await ana.expectPost(second.url, firstPost);
  const member = await SmokeMember.signUp(second.url, publicUrl, { firstName: 'Ben' });
  await member.commentAcross(second.url, upgraded.url, await member.share(second.url, 'Written after the upgrade.'));
  return member;
});
await step('graceful stop of both servers', async () => {
  assert.deepEqual(await Promise.all([upgraded.stop(), second.stop()]), [0, 0]);
});

const after = await step(`back to ${versionBefore} on the migrated database`, () =>
  compose.start('server-1', imageBefore, ports[3]),
);
await step('its members read and write', () => ben.share(after.url, 'Written after going back.'));
console.log('The containers work.');
