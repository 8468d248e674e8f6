import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from './run.ts';

/** A refused release. The message explains the reason to the maintainer. */
export class ReleaseError extends Error {
  override name = 'ReleaseError';
}

/** Software bill of materials in CycloneDX. Each release has its own. */
const sbomFile = 'sbom.cdx.json';

type Sbom = { metadata: { component: { name: string } } };

/**
 * Releases the committed state of `folder`: sets the version in `package.json`, moves the "Unreleased" section of the
 * changelog under the version, writes a software bill of materials, commits and tags. Does not push. A failure undoes
 * all changes.
 * @throws ReleaseError
 */
export async function release(folder: string, version: string, day: string): Promise<void> {
  const command = async (...words: string[]): Promise<string> => {
    const { ok, output } = await run(words, { cwd: folder });
    if (!ok) throw new ReleaseError(`${words.slice(0, 2).join(' ')} failed:\n${output.trim()}`);
    return output.trim();
  };
  const { name, version: current } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Record<
    'name' | 'version',
    string
  >;
  if (!/^\d+\.\d+\.\d+$/u.test(version)) throw new ReleaseError('A version is three numbers: npm run release -- 1.2.3');
  if (compareVersions(version, current) < 0)
    throw new ReleaseError(`${version} is older than the current version, ${current}.`);
  if ((await command('git', 'status', '--porcelain')) !== '')
    throw new ReleaseError('There are uncommitted changes. Commit or undo them first.');
  if ((await command('git', 'tag', '--list', `v${version}`)) !== '')
    throw new ReleaseError(`v${version} is already released.`);
  const changelog = await readFile(path.join(folder, 'CHANGELOG.md'), 'utf8');
  const { text, section } = moveUnreleased(changelog, version, day);

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
    await command('git', 'commit', '--message', `chore(release): ${version}`);
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
}

/** Moves the entries under "Unreleased" below a heading with the version. */
function moveUnreleased(changelog: string, version: string, day: string): { text: string; section: string } {
  const heading = '## Unreleased\n';
  const [before, after] = [changelog.indexOf(heading), changelog.indexOf(heading) + heading.length];
  if (before < 0) throw new ReleaseError('CHANGELOG.md has no "## Unreleased".');
  const end = changelog.indexOf('\n## ', after);
  const section = changelog.slice(after, end < 0 ? undefined : end).trim();
  if (section === '')
    throw new ReleaseError('CHANGELOG.md has no entries under "Unreleased": there is nothing to release.');
  return { section, text: `${changelog.slice(0, after)}\n## ${version} - ${day}\n${changelog.slice(after)}` };
}

function compareVersions(one: string, other: string): number {
  const [ones, others] = [one, other].map((version) => version.split('.').map(Number));
  const at = ones?.findIndex((number, index) => number !== others?.[index]) ?? -1;
  return at < 0 ? 0 : (ones?.[at] ?? 0) - (others?.[at] ?? 0);
}
