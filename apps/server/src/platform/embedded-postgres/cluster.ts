import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { syncFolder } from '../sync-folder.ts';
import type { PostgresBinaries } from './binaries.ts';
import { chooseIdentity, changeOwner, createInvocation, type Identity } from './identity.ts';
import { spawnOwned } from './owned-process.ts';

export const roleName = 'commons';
export const databaseName = 'commons';

export type Durability = 'full' | 'none';

export interface Cluster {
  readonly folder: string;
  readonly identity: Identity;
  readonly password: string;
}

/** Returns the folder of a directory's cluster, which may not exist yet. */
export function clusterFolder(directory: string): string {
  return path.join(directory, 'cluster');
}

/** Returns the password of the application's role, or null if the file is missing. */
export async function readPassword(directory: string): Promise<string | null> {
  const password = await readFile(passwordFile(directory), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return password.trim() === '' ? null : password.trim();
}

/**
 * Creates the cluster on the first start and determines the user that runs it. Requires the directory lock, and no
 * server on the cluster. A new cluster gets its final name by one rename, after its role and database exist. After an
 * interrupted first start, the next start therefore begins again.
 */
export async function prepareCluster(
  directory: string,
  binaries: PostgresBinaries,
  durability: Durability,
): Promise<Cluster> {
  const folder = clusterFolder(directory);
  const owner = await stat(folder).catch(() => null);
  assertOwnCluster(folder, owner);
  const identity = await chooseIdentity(binaries, directory, owner);
  const existingPassword = await readPassword(directory);
  const password = existingPassword ?? (await generatePassword(directory));

  if (owner === null) {
    await createCluster({ folder, identity, password }, binaries, durability);
  } else {
    if (identity.kind === 'user' && owner.uid !== identity.uid) await changeOwner(identity, folder);
    if (existingPassword === null) {
      await runSql({ folder, identity, password }, binaries, [`ALTER ROLE ${roleName} PASSWORD '${password}'`]);
    }
  }
  await removeLeftovers(directory);
  return { folder, identity, password };
}

function passwordFile(directory: string): string {
  return path.join(directory, 'password');
}

async function generatePassword(directory: string): Promise<string> {
  const password = randomBytes(24).toString('hex');
  await writeFile(passwordFile(directory), `${password}\n`, { mode: 0o600, flush: true });
  return password;
}

function assertOwnCluster(folder: string, owner: { readonly uid: number } | null): void {
  const currentUid = process.getuid?.();
  if (owner === null || currentUid === undefined || currentUid === 0 || owner.uid === currentUid) return;
  throw new OperatorError(
    `The database in "${folder}" belongs to user ${owner.uid}, and this server runs as user ${currentUid}. Start the server as that user, or make this user the owner of the folder.`,
  );
}

async function createCluster(cluster: Cluster, binaries: PostgresBinaries, durability: Durability): Promise<void> {
  const { folder, identity, password } = cluster;
  const temporaryFolder = `${folder}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  await mkdir(temporaryFolder, { mode: 0o700 });
  await changeOwner(identity, temporaryFolder);
  const parameters = ['-D', temporaryFolder, '--username=postgres', '--encoding=UTF8', '--no-instructions'];
  // The builtin provider sorts and folds case the same on every system and version, so indexes survive a move.
  parameters.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
  // The superuser has no password and no network access. Only the single-user backend below uses it.
  parameters.push('--auth=reject');
  if (durability === 'none') parameters.push('--no-sync');
  await runProgram(identity, binaries.initdb, parameters);
  await writeFile(path.join(temporaryFolder, 'pg_hba.conf'), `host all ${roleName} 127.0.0.1/32 scram-sha-256\n`, {
    flush: durability === 'full',
  });
  await runSql({ folder: temporaryFolder, identity, password }, binaries, [
    `CREATE ROLE ${roleName} LOGIN CREATEDB PASSWORD '${password}'`,
    `GRANT pg_read_all_settings, pg_read_all_stats, pg_checkpoint TO ${roleName}`,
    `CREATE DATABASE ${databaseName} OWNER ${roleName}`,
  ]);
  await rename(temporaryFolder, folder);
  if (durability === 'full') await syncFolder(path.dirname(folder));
}

/** Runs statements in a single-user backend, which needs no network and no superuser password. */
async function runSql(cluster: Cluster, binaries: PostgresBinaries, statements: readonly string[]): Promise<void> {
  await runProgram(
    cluster.identity,
    binaries.postgres,
    ['--single', '-D', cluster.folder, '-c', 'exit_on_error=on', '-c', 'log_min_error_statement=panic', 'postgres'],
    statements.map((statement) => `${statement};\n`).join(''),
  );
}

async function runProgram(
  identity: Identity,
  program: string,
  parameters: readonly string[],
  input?: string,
): Promise<void> {
  const child = spawnOwned(createInvocation(identity, program, parameters), ['pipe', 'ignore', 'pipe']);
  let errorOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errorOutput += text));
  // A program that fails before it reads its input closes the pipe. Its exit reports the failure.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const outcome = await new Promise<string | number | null>((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  if (outcome === 0) return;
  const reason = errorOutput.trim() || (typeof outcome === 'number' ? `it ended with code ${outcome}` : outcome);
  throw new OperatorError(`${path.basename(program)} could not prepare the database: ${reason}`);
}

/**
 * Removes the temporary folders of interrupted first starts. If the initdb of a crashed server still writes to one, the
 * next start removes it.
 */
async function removeLeftovers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith('cluster.new-')) continue;
    await rm(path.join(directory, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
