import { execFile, type ExecFileOptions } from 'node:child_process';
import { chmod, lchown, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '../operator-error.ts';
import type { PostgresBinaries } from './binaries.ts';

const run = promisify(execFile);

/**
 * The user that runs PostgreSQL, which refuses to run as root. A server started by root uses another user. If that user
 * cannot reach the files (for example a checkout below /root), it gets a single capability of root, access to all
 * folders (`canAccessAllFolders`).
 */
export type Identity =
  | { readonly kind: 'self' }
  | { readonly kind: 'user'; readonly uid: number; readonly gid: number; readonly canAccessAllFolders?: boolean };

/** initdb requires a user with a name. Every system has "nobody" with this id. */
const nobody = { kind: 'user', uid: 65534, gid: 65534 } as const;

export interface Invocation {
  readonly file: string;
  readonly parameters: string[];
  readonly options: Pick<ExecFileOptions, 'uid' | 'gid' | 'cwd' | 'env'>;
}

/** Returns the command that runs a program as this identity, without the environment's PG* and locale variables. */
export function createInvocation(identity: Identity, file: string, parameters: readonly string[]): Invocation {
  const base = { cwd: '/', env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };
  if (identity.kind === 'self') return { file, parameters: [...parameters], options: base };
  if (identity.canAccessAllFolders) return asUserWithFolderAccess(identity, file, parameters, base);
  return { file, parameters: [...parameters], options: { ...base, uid: identity.uid, gid: identity.gid } };
}

/** The single root capability needed: it bypasses folder permissions. Containers grant it by default. */
const accessAllFolders = '-all,+dac_override';

function asUserWithFolderAccess(
  { uid, gid }: { readonly uid: number; readonly gid: number },
  file: string,
  parameters: readonly string[],
  options: Invocation['options'],
): Invocation {
  const privilegeOptions = [
    `--inh-caps=${accessAllFolders}`,
    `--ambient-caps=${accessAllFolders}`,
    `--bounding-set=${accessAllFolders}`,
  ];
  // initdb finds its programs with access(2), which otherwise ignores the capabilities of users other than root.
  privilegeOptions.push('--securebits=+no_setuid_fixup');
  return {
    file: 'setpriv',
    parameters: [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...privilegeOptions, '--', file, ...parameters],
    options,
  };
}

/** Chooses the identity for `directory`. `owner` owns the existing cluster; null if there is none. */
export async function chooseIdentity(
  binaries: PostgresBinaries,
  directory: string,
  owner: { readonly uid: number; readonly gid: number } | null,
): Promise<Identity> {
  if (process.getuid?.() !== 0) return { kind: 'self' };
  await chmod(directory, 0o711);
  const user = owner === null || owner.uid === 0 ? nobody : ({ kind: 'user', uid: owner.uid, gid: owner.gid } as const);
  for (const candidate of [user, { ...user, canAccessAllFolders: true }])
    if (await canRun(candidate, binaries, directory)) return candidate;
  throw new OperatorError(
    `PostgreSQL does not run as root, and the user "nobody" cannot reach "${directory}" and the installed programs. Start the server as an ordinary user, or give other users execute permission on both folders (chmod o+x).`,
  );
}

async function canRun(identity: Identity, binaries: PostgresBinaries, directory: string): Promise<boolean> {
  const script = 'test -x "$1" && exec "$2" --version';
  const { file, parameters, options } = createInvocation(identity, '/bin/sh', [
    '-c',
    script,
    'sh',
    directory,
    binaries.postgres,
  ]);
  return run(file, parameters, options).then(
    () => true,
    () => false,
  );
}

/** Makes the identity the owner of the files. Does nothing for `self`, because the current user created them. */
export async function changeOwner(identity: Identity, folder: string): Promise<void> {
  if (identity.kind === 'self') return;
  const { uid, gid } = identity;
  await lchown(folder, uid, gid);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    await lchown(path.join(entry.parentPath, entry.name), uid, gid);
  }
}
