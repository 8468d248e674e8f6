import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** What the topology of several servers consists of besides ours, by the Debian packages that bring it. */
const packages = {
  postgres: ['postgresql'],
  redis: ['valkey-server', 'redis-server'],
  caddy: ['caddy'],
} as const;

type Name = keyof typeof packages;

const debianPostgres = '/usr/lib/postgresql';
const oldestPostgres = 15;

/** Debian keeps PostgreSQL's programs out of the search path, in a folder for each version. */
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

/** A program of the system's, as a path or as a name in the search path. @throws Error saying how it is installed. */
export function systemProgram(name: Name): string {
  const found = finders[name]();
  if (found === undefined) throw new Error(`This needs ${name}: apt-get install ${packages[name].at(-1)}.`);
  return found;
}

/** Those that are not there, with the packages that would bring them: the first of each that there is. */
export const missingPrograms = (): (readonly string[])[] =>
  Object.entries(packages).flatMap(([name, candidates]) => (finders[name as Name]() === undefined ? [candidates] : []));
