// Installs system programs, for example `node scripts/ensure-programs.mjs redis-server`. Debian's packages have their names.
import { spawnSync } from 'node:child_process';
import { installFromDebian } from './lib/debian-packages.ts';

const isInstalled = (program) => spawnSync(program, ['--version']).error === undefined;

for (const program of process.argv.slice(2)) {
  if (isInstalled(program)) continue;
  console.log(`Installing ${program} …`);
  if (!(installFromDebian(program) && isInstalled(program))) {
    console.error(
      `${program} is missing: apt-get install ${program}, or brew install ${program.replace('-server', '')}.`,
    );
    process.exitCode = 1;
  }
}
