import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import semver from 'semver';
import { run } from './run.ts';

/** A refused release. The message explains the reason to the maintainer. */
export class ReleaseError extends Error {
  override name = 'ReleaseError';
}

/** Software bill of materials in CycloneDX. Each release has its own. */
const sbomFile = 'sbom.cdx.json';

type Sbom = { metadata: { component: { name: string } } };

/** A release in the history. It is found by its commit, because a clone may lack tags. */
export type Release = { version: string; commit: string };

const subjectPrefix = 'chore(release): ';

/** Returns the latest release in the history of a commit. */
export async function findLatestRelease(folder: string, from = 'HEAD'): Promise<Release | undefined> {
  const pattern = '^chore\\(release\\): [0-9]';
  const search = ['git', 'log', '-1', '--format=%H %s', '--extended-regexp', `--grep=${pattern}`, from];
  const { ok, output } = await run(search, { cwd: folder });
  const [commit = '', subject = ''] = output.trim().split(/ (.*)/s);
  const version = subject.slice(subjectPrefix.length);
  return ok && semver.valid(version) !== null ? { version, commit } : undefined;
}

/**
 * Releases the committed state of `folder`: sets the version in `package.json`, moves the "Unreleased" section of the
 * changelog under the version, writes a software bill of materials, commits and tags. Does not push. A failure undoes
 * all changes. Returns the release before.
 * @throws ReleaseError
 */
export async function release(folder: string, version: string, day: string): Promise<Release | undefined> {
  const command = async (...words: string[]): Promise<string> => {
    const { ok, output } = await run(words, { cwd: folder });
    if (!ok) throw new ReleaseError(`${words.slice(0, 2).join(' ')} failed:\n${output.trim()}`);
    return output.trim();
  };
  const { name, version: current } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Record<
    'name' | 'version',
    string
  >;
  if (!/^\d+\.\d+\.\d+(?:-(?:alpha|beta|rc)\.\d+)?$/u.test(version) || semver.valid(version) !== version)
    throw new ReleaseError('A version is three numbers, such as 1.2.3, or a prerelease of them, such as 1.2.3-beta.1.');
  if (semver.lt(version, current)) throw new ReleaseError(`${version} is older than the current version, ${current}.`);
  if ((await command('git', 'status', '--porcelain')) !== '')
    throw new ReleaseError('There are uncommitted changes. Commit or undo them first.');
  const previous = await findLatestRelease(folder);
  const isReleased = (await command('git', 'tag', '--list', `v${version}`)) !== '';
  if (isReleased || previous?.version === version) throw new ReleaseError(`v${version} is already released.`);
  const changelog = await readFile(path.join(folder, 'CHANGELOG.md'), 'utf8');
  const { text, section } = moveUnreleased(changelog, version, { day, previous: previous?.version });

  try {
    await command('npm', 'version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts');
    await writeFile(path.join(folder, 'CHANGELOG.md'), text);
    const listed = await command(
      'npm',
      'sbom',
      '--sbom-format',
      'cyclonedx',
      '--sbom-type',
      'application',
      '--package-lock-only',
    );
    const sbom = JSON.parse(listed) as Sbom;
    // npm uses the folder's name.
    sbom.metadata.component.name = name;
    await writeFile(path.join(folder, sbomFile), `${JSON.stringify(sbom, null, 2)}\n`);
    await command('git', 'add', 'package.json', 'package-lock.json', 'CHANGELOG.md', sbomFile);
    await command('git', 'commit', '--message', `${subjectPrefix}${version}`);
    // Otherwise git would treat the headings of the changelog as comments.
    await command(
      'git',
      'tag',
      '--annotate',
      `v${version}`,
      '--cleanup',
      'whitespace',
      '--message',
      `${version}\n\n${section}`,
    );
  } catch (error) {
    await command('git', 'reset', '--quiet');
    if ((await command('git', 'ls-files', sbomFile)) === '') await rm(path.join(folder, sbomFile), { force: true });
    await command('git', 'checkout', '--', '.');
    throw error;
  }
  return previous;
}

/**
 * Moves the entries under "Unreleased" below a heading with the version. Only a final version may have none: it can be
 * the same as its last prerelease.
 */
function moveUnreleased(
  changelog: string,
  version: string,
  { day, previous }: { day: string; previous: string | undefined },
): { text: string; section: string } {
  const heading = '## Unreleased\n';
  const [before, after] = [changelog.indexOf(heading), changelog.indexOf(heading) + heading.length];
  if (before < 0) throw new ReleaseError('CHANGELOG.md has no "## Unreleased".');
  const end = changelog.indexOf('\n## ', after);
  const entries = changelog.slice(after, end < 0 ? undefined : end).trim();
  const isPromoted = previous?.startsWith(`${version}-`) === true;
  if (entries === '' && !isPromoted)
    throw new ReleaseError('CHANGELOG.md has no entries under "Unreleased": there is nothing to release.');
  const section = entries === '' ? `No changes since ${previous}.` : entries;
  const rest = end < 0 ? '' : changelog.slice(end);
  return { section, text: `${changelog.slice(0, after)}\n## ${version} - ${day}\n\n${section}\n${rest}` };
}
