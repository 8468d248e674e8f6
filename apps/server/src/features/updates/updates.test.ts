import { getStatus } from '@commons/contract/admin/schemas';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Community } from '../../../test/community.ts';
import { storedSettings } from '../../platform/settings/settings.tables.ts';
import * as manifest from '../../platform/version.ts';
import { fetchNewestRelease } from './newest-release.ts';

let community: Community;
beforeAll(async () => {
  community = await Community.open();
});
afterAll(() => community.close());
afterEach(() => vi.restoreAllMocks());

const pageOf = (tag: string) => `https://github.com/commons/commons/releases/tag/${tag}`;

/** Answers for GitHub with these tags. */
const publish = (...tags: string[]) =>
  vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () =>
      Response.json([
        { tag_name: 'v99.0.0', html_url: pageOf('v99.0.0'), draft: true },
        ...tags.map((tag) => ({ tag_name: tag, html_url: pageOf(tag), draft: false })),
      ]),
    );

const runCheck = () => community.jobs.find(({ name }) => name === 'update-check')!.run();

test('sends no request unless the check is on, and then admins see a newer version', async () => {
  const requests = publish('v98.0.0');
  const job = community.jobs.find(({ name }) => name === 'update-check')!;
  const schedule = () => (typeof job.cron === 'function' ? job.cron() : job.cron);
  const admin = await community.member({ role: 'admin' });
  const findUpdate = async () => (await admin.call(getStatus, {})).body.update;
  expect(schedule()).toBeUndefined();
  await runCheck();
  expect(requests).not.toHaveBeenCalled();

  await community.db
    .insert(storedSettings)
    .values({ name: 'updateCheck', value: true, revision: 1, changedAt: new Date() });
  await community.settings.refresh();
  expect(schedule()).toBe('23 5 * * *');
  await runCheck();
  // package.json decides whether there is a repository to ask.
  expect(requests).toHaveBeenCalledTimes(manifest.findRepository(await manifest.readManifest()) ? 1 : 0);
  await community.db.execute(`INSERT INTO newest_releases VALUES ('98.0.0', '${pageOf('v98.0.0')}', now())
    ON CONFLICT DO NOTHING`);
  expect(await findUpdate()).toEqual({ version: '98.0.0', url: pageOf('v98.0.0') });
  await community.db.execute(`UPDATE newest_releases SET version = '0.0.1'`);
  expect(await findUpdate()).toBeNull();
});

test.each([
  ['1.0.0', ['v1.9.0', 'v1.10.0', 'v2.0.0-beta.1', 'nightly'], '1.10.0'],
  ['2.0.0-beta.1', ['v1.10.0', 'v2.0.0-beta.2', 'v2.0.0-beta.10'], '2.0.0-beta.10'],
  ['1.0.0', [], undefined],
])('%s learns of the newest of %j: %s', async (current, tags, version) => {
  const requests = publish(...tags);
  const newest = await fetchNewestRelease('commons/commons', current);
  expect(newest).toEqual(version && { version, url: pageOf(`v${version}`) });
  expect(JSON.stringify(requests.mock.calls)).not.toContain(current);
});

test('a failed request is an error of the job', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('', { status: 403 }));
  await expect(fetchNewestRelease('commons/commons', '1.0.0')).rejects.toThrow('403');
});

test.each([
  ['https://github.com/commons/commons.git', 'commons/commons'],
  [{ url: 'git+https://github.com/commons/commons.git' }, 'commons/commons'],
  ['github:commons/commons', 'commons/commons'],
  ['https://example.org/commons', undefined],
  [undefined, undefined],
])('package.json with repository %j names %s', (repository, name) => {
  expect(manifest.findRepository(repository === undefined ? {} : { repository })).toBe(name);
});
