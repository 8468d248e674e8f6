import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { openDatabase } from './lib/database.ts';
import { addEvents } from './lib/events.ts';
import { fetchText } from './lib/fetch-text.ts';
import { addNotesAndWins } from './lib/gratitude-and-wins.ts';
import { collectMetrics } from './lib/in-page.ts';
import { measureInteractions, renderedPosts } from './lib/interactions.ts';
import { type Measurement, median, type ProgramOptions, rounded, spread } from './lib/measurement.ts';
import { addMeditations } from './lib/meditations.ts';
import { signInMembers } from './lib/members.ts';
import { residentMegabytes } from './lib/memory-use.ts';
import { readProcessorUse } from './lib/processor-use.ts';
import { requireDefined } from './lib/require-defined.ts';
import { type ServerProcess, startServer, startServerBefore } from './lib/server-process.ts';
import { launchBrowser, openPhone, slowConnection, slowDown, slowdown } from './lib/slow-phone.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';
import { firstLoads, measureFirstLoad } from './weight.ts';

/** A page for members, and words of its content. */
type Page = { name: string; path: string; content: RegExp };

const visits = 3;
const requests = 100;
const settleMilliseconds = 5_000;

/**
 * Measures the pages of members on a slow phone, and their cost on the server. With `--against`, the version in that
 * folder runs on the same database, and both versions are measured in turn.
 */
export async function measureBrowser({ quick, against }: ProgramOptions): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool, postmasterPid } = await openDatabase(cleanups);
  await seed(pool, { members: 200, posts: renderedPosts + 100 });
  await addNotesAndWins(pool, 60);
  await addEvents(pool, 20);
  await addMeditations(pool, 20);
  const { id, cookie } = requireDefined((await signInMembers(pool, 1))[0]);
  const variables = { DATABASE_URL, DATA_DIR: await makeFolder(cleanups) };
  const server = await startServer(variables, cleanups);
  const before = await startServerBefore(variables, cleanups, against);
  const servers = before ? [server, before] : [server];
  const pages = await listPages(server.url, { id, cookie });
  const browser = await launchBrowser(cleanups);

  const memory = await compare(servers, (each) => measureMemory(each, pages, cookie));
  const measurements: Measurement[] = [
    { ...memory, ...(memory.before !== undefined && { target: { atMost: memory.before + 60 } }) },
  ];
  for (const page of pages)
    measurements.push(await compare(servers, (each) => measureProcessor(each, page, { cookie, postmasterPid })));
  for (const page of firstLoads(cookie))
    measurements.push(await compare(servers, (each) => measureFirstLoad(browser, each.url, page)));
  measurements.push(...(await measurePaints(browser, servers, { pages, cookie, times: quick ? 1 : visits })));
  const [own, old] = await measureInteractions(
    browser,
    servers.map(({ url }) => url),
    cookie,
  );
  const { nextPaint, layoutShift, note } = requireDefined(own);
  return [
    ...measurements,
    {
      name: `interaction to next paint, ${renderedPosts} posts, processor ${slowdown} times slower`,
      value: nextPaint,
      ...(old && { before: old.nextPaint }),
      unit: 'ms',
      target: { atMost: 100 },
      note: old ? `${note}; before ${old.note}` : note,
    },
    {
      name: `layout shift while ${renderedPosts} posts are scrolled through and used`,
      value: layoutShift,
      ...(old && { before: old.layoutShift }),
      unit: '',
      target: { atMost: 0.02 },
    },
  ];
}

async function listPages(url: string, member: { id: string; cookie: string }): Promise<Page[]> {
  const posts = JSON.parse(await fetchText(`${url}/api/posts`, member.cookie)) as { id: string; authorId: string }[];
  const post = requireDefined(posts.find(({ authorId }) => authorId !== member.id));
  return [
    { name: '/', path: '/', content: /This morning I sat/ },
    { name: '/posts/{id}', path: `/posts/${post.id}`, content: /This morning I sat/ },
    { name: '/profile/{id}', path: `/profile/${post.authorId}`, content: /Robin Field/ },
    { name: '/wellness-wins', path: '/wellness-wins', content: /A walk around the block/ },
    { name: '/events', path: '/events', content: /Two hours, slowly/ },
    { name: '/meditations', path: '/meditations', content: /Meditation \d/ },
    { name: '/leaderboard', path: '/leaderboard', content: /Robin Field/ },
  ];
}

/** Measures one version after the other and joins their measurements. */
async function compare(
  servers: readonly ServerProcess[],
  measure: (server: ServerProcess) => Promise<Measurement>,
): Promise<Measurement> {
  const [own, before] = await Array.fromAsync(servers, measure);
  const measurement = requireDefined(own);
  if (!before) return measurement;
  return { ...measurement, before: before.value, note: `${measurement.note}; before ${before.note}` };
}

async function measureMemory(server: ServerProcess, pages: readonly Page[], cookie: string): Promise<Measurement> {
  const idleMegabytes = await residentMegabytes(server.pid);
  for (let request = 0; request < 2 * requests; request += 1)
    await fetchText(`${server.url}${requireDefined(pages[request % pages.length]).path}`, cookie);
  await wait(settleMilliseconds);
  return {
    name: `memory of the server after ${2 * requests} pages`,
    value: rounded(await residentMegabytes(server.pid)),
    unit: 'MB',
    note: `${rounded(idleMegabytes)} MB after the start`,
  };
}

/** Measures the processor time that the server needs for a page of its own, compressed as for a browser. */
async function measureProcessor(
  server: ServerProcess,
  { name, path, content }: Page,
  { cookie, postmasterPid }: { cookie: string; postmasterPid: number },
): Promise<Measurement> {
  const usedBefore = await readProcessorUse(server.pid, postmasterPid);
  let withContent = 0;
  for (let request = 0; request < requests; request += 1) {
    const html = await fetchText(`${server.url}${path}`, cookie, { headers: { 'accept-encoding': 'br' } });
    if (content.test(html)) withContent += 1;
  }
  const used = await readProcessorUse(server.pid, postmasterPid);
  return {
    name: `${name}: processor time of the server`,
    value: rounded(((used?.server ?? Number.NaN) - (usedBefore?.server ?? 0)) / requests, 1),
    unit: 'ms',
    target: { atMost: 20 },
    note: `${withContent} of ${requests} pages with content`,
  };
}

/** Measures first visits with an empty cache. Each visit of one version is followed by one of the other. */
async function measurePaints(
  browser: Browser,
  servers: readonly ServerProcess[],
  { pages, cookie, times }: { pages: readonly Page[]; cookie: string; times: number },
): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  let homePaint = Number.NaN;
  for (const page of pages) {
    const metrics = servers.map((): Awaited<ReturnType<typeof visit>>[] => []);
    for (let time = 0; time < times; time += 1)
      for (const [index, { url }] of servers.entries()) metrics[index]?.push(await visit(browser, url, page, cookie));
    const [firstPaint, largestPaint] = (['firstPaintAt', 'largestPaintAt'] as const).map((metric) => {
      const seconds = metrics.map((each) => each.map((visited) => visited[metric] / 1000));
      const [value = Number.NaN, before] = seconds.map((each) => rounded(median(each), 2));
      const note = seconds.map((each) => spread(each, 2)).join(' s, before ');
      return { value, ...(before !== undefined && { before }), unit: 's', note: `median of ${times}, ${note} s` };
    });
    const { before, value, note } = requireDefined(largestPaint);
    const isHome = page.path === '/';
    if (isHome) homePaint = value;
    const limit = isHome ? (before ?? 2.5) : Math.min(homePaint + 0.3, 0.7 * (before ?? Number.POSITIVE_INFINITY));
    const [shift = Number.NaN, shiftBefore] = metrics.map((each) =>
      rounded(Math.max(...each.map(({ layoutShift }) => layoutShift)), 3),
    );
    const largest = metrics.map((each) => each.at(-1)?.largestElement).join(', before ');
    measurements.push(
      { name: `${page.name}: first paint`, ...requireDefined(firstPaint) },
      {
        name: `${page.name}: largest paint`,
        ...requireDefined(largestPaint),
        target: { atMost: rounded(limit, 2) },
        note: `${note}; ${largest}`,
      },
      {
        name: `${page.name}: layout shift`,
        value: shift,
        ...(shiftBefore !== undefined && { before: shiftBefore }),
        unit: '',
        target: { atMost: 0.02 },
      },
    );
  }
  return measurements;
}

/** Opens a page on a slow phone and returns its metrics after its content is shown and all requests have ended. */
async function visit(browser: Browser, url: string, { path, content }: Page, cookie: string) {
  const tab = await openPhone(browser, url, cookie);
  await slowDown(tab, slowConnection);
  await tab.goto(`${url}${path}`, { waitUntil: 'load' });
  await tab.getByRole('main').getByText(content).first().waitFor();
  await tab.locator('html[data-ready]').waitFor();
  await tab.waitForLoadState('networkidle');
  const metrics = await tab.evaluate(collectMetrics);
  await tab.context().close();
  return metrics;
}
