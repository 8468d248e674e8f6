import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Debian packages of the system programs that several servers need. */
const packages = {
  postgres: ['postgresql'],
  redis: ['valkey-server', 'redis-server'],
  caddy: ['caddy'],
} as const;

type Name = keyof typeof packages;

const debianPostgres = '/usr/lib/postgresql';
const oldestPostgres = 15;

/** Finds the newest PostgreSQL. Debian keeps its programs outside the search path, in a folder per version. */
function findPostgres(): string | undefined {
  const versions = existsSync(debianPostgres) ? readdirSync(debianPostgres).map(Number) : [];
  const newest = Math.max(0, ...versions.filter((version) => version >= oldestPostgres));
  const program = path.join(debianPostgres, String(newest), 'bin/postgres');
  return existsSync(program) ? program : undefined;
}

const inSearchPath = (program: string) => spawnSync(program, ['--version']).error === undefined;

const finders: Record<Name, () => string | undefined> = {
  postgres: findPostgres,
  redis: () => ['valkey-server', 'redis-server'].find(inSearchPath),
  caddy: () => (spawnSync('caddy', ['version']).error === undefined ? 'caddy' : undefined),
};

/** Returns a system program as a path or a name in the search path. @throws Error that says how to install it. */
export function systemProgram(name: Name): string {
  const program = finders[name]();
  if (program === undefined) throw new Error(`This needs ${name}: apt-get install ${packages[name].at(-1)}.`);
  return program;
}

/** Returns the candidate packages of each missing program. */
export const missingPrograms = (): (readonly string[])[] =>
  Object.entries(packages).flatMap(([name, candidates]) => (finders[name as Name]() === undefined ? [candidates] : []));
