// Installs the packages when node_modules does not match the lockfile. Runs before every npm script that needs them, on
// the machine's own Node. Therefore it is plain JavaScript without packages. With `--omit=dev`, the packages that run and
// build the application suffice.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import './lib/stop-with-npm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const nodeProgram = path.join(root, 'node_modules/.bin/node');

function packagesOf(lockfile) {
  return JSON.parse(readFileSync(path.join(root, lockfile), 'utf8')).packages;
}

const installed = existsSync(path.join(root, 'node_modules/.package-lock.json'))
  ? packagesOf('node_modules/.package-lock.json')
  : {};
/** A developer's packages are updated together, even by `npm start`. */
const omitsDev = process.argv.includes('--omit=dev') && !Object.values(installed).some(({ dev }) => dev);

/** Compares contents, because switching branches changes the lockfile's time but not always its content. */
function isInstalled() {
  if (!existsSync(nodeProgram)) return false;
  return Object.entries(packagesOf('package-lock.json')).every(([location, locked]) => {
    const { version, dev, optional, devOptional, peer } = locked;
    if (!location.includes('node_modules/')) return true;
    const installedPackage = installed[location];
    // The lockfile also lists packages for other platforms, which are never installed here.
    return installedPackage === undefined
      ? Boolean(optional || devOptional || peer || (omitsDev && dev))
      : installedPackage.version === version;
  });
}

/** Runs `npm ci`. A stop signal also ends the installation: two at the same time would break each other. */
function install() {
  // The installation deletes node_modules, so it must not run on the Node in there.
  const searchPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.startsWith(path.join(root, 'node_modules')))
    .join(path.delimiter);
  const npm = process.env.npm_execpath;
  const node = process.env.npm_node_execpath ?? process.execPath;
  // Explicit, because npm omits development packages if NODE_ENV is "production". The lockfile has hashes, so a cached
  // package need not be checked at the registry. npm's warnings concern packages and engines, so operators cannot act on
  // them. Only errors are shown.
  const groups = [omitsDev ? '--omit=dev' : '--include=dev', '--include=optional'];
  const parameters = ['ci', ...groups, '--prefer-offline', '--loglevel=error', '--no-audit', '--no-fund'];
  const [command, all] = npm?.endsWith('.js') ? [node, [npm, ...parameters]] : ['npm', parameters];
  const child = spawn(command, all, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH: searchPath } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ status: null, error }));
    child.once('exit', (status) => resolve({ status }));
  });
}

if (!isInstalled()) {
  console.log('Installing the packages. This takes a minute or two …');
  const { status, error } = await install();
  if (error) console.error(`npm could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
  if (!existsSync(nodeProgram)) {
    console.error(
      `The project’s own Node is missing: npm could not download it, or there is none for ${process.platform} ${process.arch}.`,
    );
    process.exit(1);
  }
}
