import { prerelease, rsort, valid } from 'semver';
import { z } from 'zod';

const timeoutMilliseconds = 10_000;

/** The fields of GitHub's list of releases that are used here. */
const releases = z.array(
  z.object({ tag_name: z.string(), html_url: z.url({ protocol: /^https$/ }), draft: z.boolean() }),
);

export type Release = { version: string; url: string };

/**
 * Asks GitHub for the newest release. Prereleases count only for installations of a prerelease. The request contains
 * nothing about the community.
 */
export async function fetchNewestRelease(repository: string, current: string): Promise<Release | undefined> {
  const response = await fetch(`https://api.github.com/repos/${repository}/releases?per_page=30`, {
    headers: { accept: 'application/vnd.github+json', 'user-agent': 'mindful-commons' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMilliseconds),
  });
  if (!response.ok) throw new Error(`The list of releases could not be read: ${response.status}`);
  const urls = new Map(
    releases
      .parse(await response.json())
      .filter(({ draft }) => !draft)
      .map(({ tag_name: tag, html_url: url }) => [valid(tag) ?? '', url]),
  );
  const acceptsPrereleases = prerelease(current) !== null;
  const versions = [...urls.keys()].filter((version) => version && (acceptsPrereleases || !prerelease(version)));
  const [version] = rsort(versions);
  return version === undefined ? undefined : { version, url: urls.get(version) ?? '' };
}
