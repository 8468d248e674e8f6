import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Runs a program and shows its output. Returns whether it succeeded. */
export function runVisibly(command: string, ...parameters: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, parameters, { stdio: 'inherit', env }).status === 0;
}

/** Installs the first of these packages that is available. Returns false on other systems and without root. */
export function installFromDebian(...packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  if (!runVisibly('apt-get', 'update', '-qq')) return false;
  return packages.some((name) => runVisibly('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name));
}
