import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findLatestRelease } from '../release.ts';
import { root } from '../root.ts';

/** Runs a program, shows its output, and throws an error if it fails. */
function runVisibly(program: string, parameters: readonly string[]): void {
  execFileSync(program, parameters, { stdio: 'inherit' });
}

/**
 * Makes the base image of the Dockerfile, unless it exists, from Debian's packages and the Node.js of npm, for machines that reach no
 * registry of images.
 */
export async function makeBaseImage(): Promise<void> {
  const [, image = '', node = '', debian = ''] =
    /^FROM (node:([\d.]+)-(\w+)-slim)/m.exec(await readFile(path.join(root, 'Dockerfile'), 'utf8')) ?? [];
  const name = `docker.io/library/${image}`;
  if (spawnSync('podman', ['image', 'exists', name]).status === 0) return;
  const npm = execFileSync('npm', ['--version'], { encoding: 'utf8' }).trim();
  const folder = await mkdtemp(path.join(tmpdir(), 'base-image-'));
  const archive = path.join(folder, 'base.tar');
  // A company's proxy may have its own certificate, which npm needs during the build.
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  const certificatesInImage = '/etc/ssl/certs/extra-ca-certificates.crt';
  try {
    runVisibly('mmdebstrap', [
      ...['--variant=minbase', '--include=libatomic1,ca-certificates'],
      // npm's package of Node.js contains nothing but the program.
      `--customize-hook=npm install --global --no-audit --no-fund --prefix "$1/usr/local" npm@${npm} node-linux-${process.arch}@${node}`,
      '--customize-hook=chroot "$1" useradd --create-home --uid 1000 node',
      ...(certificates === undefined ? [] : [`--customize-hook=upload ${certificates} ${certificatesInImage}`]),
      ...[debian, archive],
    ]);
    const change = certificates === undefined ? [] : ['--change', `ENV NODE_EXTRA_CA_CERTS=${certificatesInImage}`];
    runVisibly('podman', ['import', ...change, archive, name]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Builds the image of a folder with its own Dockerfile. */
export function buildImage(folder: string, tag: string, { pull }: { pull: 'missing' | 'never' }): void {
  // With `chroot`, the build also works where the kernel allows no nested containers. Only Docker's format has health checks.
  const isolation = ['--isolation', 'chroot', '--format', 'docker'];
  runVisibly('podman', ['build', ...isolation, `--pull=${pull}`, '--tag', tag, folder]);
}

/** Builds the image of the latest release before the checked out commit. Returns its version. */
export async function buildReleaseBefore(tag: string, options: { pull: 'missing' | 'never' }): Promise<string> {
  const previous = await findLatestRelease(root, 'HEAD^');
  if (!previous) throw new Error('The history has no earlier release. A shallow clone needs: git fetch --unshallow');
  const folder = await mkdtemp(path.join(tmpdir(), 'release-before-'));
  try {
    const archive = path.join(folder, 'release.tar');
    execFileSync('git', ['archive', '--output', archive, previous.commit], { cwd: root });
    execFileSync('tar', ['--extract', '--file', archive, '--directory', folder]);
    await rm(archive);
    const dockerfile = path.join(folder, 'Dockerfile');
    const text = await readFile(dockerfile, 'utf8');
    // Podman 4 does not know this option of release 0.9.0.
    await writeFile(dockerfile, text.replace(/ --start-interval=\S+/, ''));
    buildImage(folder, tag, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return previous.version;
}

/** Names the programs that are missing and the way to install them. */
export function explainMissing(programs: readonly string[]): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/sbin'];
  const missing = programs.filter((program) => !folders.some((folder) => existsSync(path.join(folder, program))));
  if (missing.length === 0) return undefined;
  return `Missing: ${missing.join(', ')}. On Debian and Ubuntu: apt-get install --no-install-recommends ${missing.join(' ')}`;
}
