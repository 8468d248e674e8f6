import { beforeEach, expect, test, vi } from 'vitest';
import { Community } from '../../test/community.ts';
import { createMinimalWebBuild, serverWith } from '../../test/web-build.ts';
import { createMemberCount, type MemberCountOptions } from './member-count.ts';

const minuteMilliseconds = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  return () => vi.useRealTimers();
});

test('counts at the start and then at most once a minute, and renders only a new number from ten on', async () => {
  let members = 9;
  const count = vi.fn<() => Promise<number>>(async () => members);
  const render = vi.fn<MemberCountOptions['render']>();
  const visit = await createMemberCount({ count, render, reportError: vi.fn<MemberCountOptions['reportError']>() });
  expect(render).not.toHaveBeenCalled();
  members = 12;
  vi.setSystemTime(Date.now() + minuteMilliseconds - 1);
  visit();
  expect(count).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 1);
  visit();
  visit();
  await vi.waitFor(() => expect(render).toHaveBeenCalledWith(12));
  expect(count).toHaveBeenCalledTimes(2);
  vi.setSystemTime(Date.now() + minuteMilliseconds);
  visit();
  members = 3;
  vi.setSystemTime(Date.now() + minuteMilliseconds);
  visit();
  await vi.waitFor(() => expect(render).toHaveBeenLastCalledWith(undefined));
  expect(render).toHaveBeenCalledTimes(2);
});

test('keeps the previous number and reports the error if counting fails', async () => {
  const count = vi.fn<() => Promise<number>>(async () => 20);
  const render = vi.fn<MemberCountOptions['render']>();
  const reportError = vi.fn<MemberCountOptions['reportError']>();
  const visit = await createMemberCount({ count, render, reportError });
  expect(render).toHaveBeenCalledWith(20);
  const failure = new Error('no connection');
  count.mockRejectedValueOnce(failure);
  vi.setSystemTime(Date.now() + minuteMilliseconds);
  visit();
  await vi.waitFor(() => expect(reportError).toHaveBeenCalledWith(failure));
  expect(render).toHaveBeenCalledTimes(1);
});

test('the number on the pages leaves out suspended members, members on a break and former members', async () => {
  const web = await createMinimalWebBuild(
    serverWith(`let settings;
      const render = async ({ path }) => path + ' has ' + settings.memberCount + ' members';
      export const configurePages = (pageSettings) => { settings = pageSettings; };
      export const renderPublicPages = async () =>
        Promise.all(['/', '/404', '/waitlist'].map(async (path) => ({ path, html: await render({ path }) })));
      export const renderPlainPage = render;`),
  );
  const first = await Community.open();
  for (let number = 0; number < 14; number += 1) await first.member();
  const hide = async (column: string) =>
    first.db.$client.query(
      `UPDATE users SET ${column} = now() + interval '1 day' WHERE id = (
         SELECT max(id::text)::uuid FROM users WHERE suspended_until IS NULL AND break_until IS NULL AND left_at IS NULL
       )`,
    );
  for (const column of ['suspended_until', 'break_until', 'left_at']) await hide(column);
  const server = await Community.open({ sharesDatabaseWith: first, webDirectory: web.directory });
  const read = async (url: string) => (await server.visitor.send<string>('GET', url)).body;
  for (const url of ['/', '/waitlist']) expect(await read(url)).toBe(`${url} has 11 members`);

  await hide('break_until');
  vi.setSystemTime(Date.now() + minuteMilliseconds);
  await read('/');
  await vi.waitFor(async () => expect(await read('/waitlist')).toBe('/waitlist has 10 members'));
  await hide('break_until');
  vi.setSystemTime(Date.now() + minuteMilliseconds);
  await read('/');
  await vi.waitFor(async () => expect(await read('/index.html')).toBe('/ has undefined members'));
  await server.close();
  await first.close();
  await web.remove();
});
