import type { Browser } from '@playwright/test';
import { openDatabase } from './lib/database.ts';
import { collectMetrics } from './lib/in-page.ts';
import { measureInteractions, renderedPosts } from './lib/interactions.ts';
import {
  type Bench,
  type Measurement,
  median,
  requireDefined,
  rounded,
  spread,
  withBefore,
} from './lib/measurement.ts';
import { signInMembers } from './lib/members.ts';
import { seed, withEvents, withMeditations } from './lib/seed.ts';
import { fetchText, type ServerProcess, startVersions } from './lib/servers.ts';
import { launchBrowser, openPhone, slowConnection, slowDown, slowdown } from './lib/slow-phone.ts';
import { measureFirstLoads } from './lib/weight.ts';

/** A page, and words of its content. */
type Page = { path: string; content: RegExp; isPublic?: true };

const targets = { publicPaintSeconds: 2.5, homePaintSeconds: 3, deepLinkSeconds: 0.3, shift: 0.02, nextPaint: 100 };

/**
 * Measures pages on a slow phone and their JavaScript. With `--against`, the version in that
 * folder runs on the same database, and both versions are measured in turn.
 */
export async function measureBrowser(bench: Bench): Promise<Measurement[]> {
  const { quick, cleanups } = bench;
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  const additions = [withEvents(20), withMeditations(20)];
  await seed(pool, { members: 200, posts: renderedPosts + 100 }, additions);
  const { id, cookie } = requireDefined((await signInMembers(pool, 1))[0]);
  const { servers } = await startVersions(bench, { DATABASE_URL });
  const pages = await listPages(requireDefined(servers[0]).url, { id, cookie });
  const browser = await launchBrowser(cleanups);
  return [
    ...withBefore(await Array.fromAsync(servers, ({ url }) => measureFirstLoads(browser, url, cookie))),
    ...(await measurePaints(browser, servers, { pages, cookie, times: quick ? 1 : 3 })),
    ...(await measureUse(browser, servers, cookie)),
  ];
}

async function listPages(url: string, member: { id: string; cookie: string }): Promise<Page[]> {
  const posts = JSON.parse(await fetchText(`${url}/api/posts`, member.cookie)) as { id: string; authorId: string }[];
  const post = requireDefined(posts.find(({ authorId }) => authorId !== member.id));
  return [
    { path: '/', content: /This morning I sat/ },
    { path: `/posts/${post.id}`, content: /This morning I sat/ },
    { path: `/profile/${post.authorId}`, content: /Robin Field/ },
    { path: '/events', content: /Two hours, slowly/ },
    { path: '/meditations', content: /Meditation \d/ },
    { path: '/leaderboard', content: /Robin Field/ },
    { path: '/waitlist', content: /\w/, isPublic: true },
    { path: '/login', content: /\w/, isPublic: true },
    { path: '/crisis', content: /\w/, isPublic: true },
  ];
}

const nameOf = ({ path }: Page): string => path.replace(/[\da-f-]{36}/, '{id}');

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
    const paints = metrics.map((each) => each.map(({ largestPaintAt }) => largestPaintAt / 1000));
    const [paint = Number.NaN, paintBefore] = paints.map((seconds) => rounded(median(seconds), 2));
    const [shift = Number.NaN, shiftBefore] = metrics.map((each) =>
      rounded(Math.max(...each.map(({ layoutShift }) => layoutShift)), 3),
    );
    if (page.path === '/') homePaint = paint;
    const limit = page.isPublic
      ? targets.publicPaintSeconds
      : page.path === '/'
        ? targets.homePaintSeconds
        : homePaint + targets.deepLinkSeconds;
    const firstPaint = median(requireDefined(metrics[0]).map(({ firstPaintAt }) => firstPaintAt / 1000));
    measurements.push(
      {
        name: `${nameOf(page)}: largest paint`,
        value: paint,
        ...(paintBefore !== undefined && { before: paintBefore }),
        unit: 's',
        target: { atMost: rounded(limit, 2) },
        note: `median of ${times}, ${paints.map((seconds) => spread(seconds, 2)).join(' s, before ')} s; first paint ${rounded(firstPaint, 2)} s; ${metrics[0]?.at(-1)?.largestElement}`,
      },
      {
        name: `${nameOf(page)}: layout shift`,
        value: shift,
        ...(shiftBefore !== undefined && { before: shiftBefore }),
        unit: '',
        target: { atMost: targets.shift },
      },
    );
  }
  return measurements;
}

/** Opens a page on a slow phone and returns its metrics after its content is shown and all requests have ended. */
async function visit(browser: Browser, url: string, { path, content, isPublic }: Page, cookie: string) {
  const tab = await openPhone(browser, url, isPublic ? undefined : cookie);
  await slowDown(tab, slowConnection);
  await tab.goto(`${url}${path}`, { waitUntil: 'load' });
  await tab.getByRole('main').getByText(content).first().waitFor();
  if (!isPublic) await tab.locator('html[data-ready]').waitFor();
  await tab.waitForLoadState('networkidle');
  const metrics = await tab.evaluate(collectMetrics);
  await tab.context().close();
  return metrics;
}

/** Measures a feed with 500 posts while it is scrolled through and used. */
async function measureUse(browser: Browser, servers: readonly ServerProcess[], cookie: string): Promise<Measurement[]> {
  const urls = servers.map(({ url }) => url);
  const [own, before] = await measureInteractions(browser, urls, cookie);
  const { nextPaint, layoutShift, note } = requireDefined(own);
  return [
    {
      name: `interaction to next paint, ${renderedPosts} posts, processor ${slowdown} times slower`,
      value: nextPaint,
      ...(before && { before: before.nextPaint }),
      unit: 'ms',
      target: { atMost: targets.nextPaint },
      note: before ? `${note}; before ${before.note}` : note,
    },
    {
      name: `layout shift while ${renderedPosts} posts are scrolled through and used`,
      value: layoutShift,
      ...(before && { before: before.layoutShift }),
      unit: '',
      target: { atMost: targets.shift },
    },
  ];
}
