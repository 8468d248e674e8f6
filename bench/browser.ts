import type { Browser, Request } from '@playwright/test';
import { openDatabase } from './lib/database.ts';
import { markWhenShown, readVitals, scriptsRequestedBeforeShown } from './lib/in-page.ts';
import { measureInteractions, renderedPosts } from './lib/interactions.ts';
import { type Bench, type Measurement, median, requireDefined, rounded, spread } from './lib/measurement.ts';
import { signInMembers } from './lib/members.ts';
import { withEvents, withMeditations } from './lib/seed.ts';
import { fetchText, startServer } from './lib/servers.ts';
import { launchBrowser, openPhone, slowConnection, slowDown, slowdown } from './lib/slow-phone.ts';

type Page = {
  path: string;
  /** Words of the content. */
  content: RegExp;
  isPublic?: true;
  hasForm?: true;
  /** Limit of the JavaScript of a first visit. */
  atMostKilobytes?: number;
};

const publicPage = { isPublic: true, atMostKilobytes: 20 } as const;
const targets = { publicPaintSeconds: 2.5, homePaintSeconds: 3, deepLinkSeconds: 0.3, shift: 0.02, nextPaint: 100 };

/** Measures first visits of pages on a slow phone with an empty cache, and the use of a long feed. */
export async function measureBrowser(bench: Bench): Promise<Measurement[]> {
  const { quick, cleanups } = bench;
  const size = { members: 200, posts: renderedPosts + 100 };
  const additions = [withEvents(20, { maxAttendees: 100, answersOfEach: 200 }), withMeditations(20)];
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups, size, additions);
  const member = requireDefined((await signInMembers(pool, 1))[0]);
  const { url } = await startServer(bench, { DATABASE_URL });
  const browser = await launchBrowser(cleanups);
  const measurements: Measurement[] = [];
  let atMostPaint = targets.homePaintSeconds;
  for (const page of await listPages(url, member)) {
    const visits: Visit[] = [];
    for (let time = 0; time < (quick ? 1 : 3); time += 1) visits.push(await visit(browser, url, page, member.cookie));
    measurements.push(...describeVisits(page, visits, page.isPublic ? targets.publicPaintSeconds : atMostPaint));
    // Other pages may take a little longer than the feed, which is the first page.
    if (page.path === '/' && !page.isPublic)
      atMostPaint = rounded(median(visits.map(({ LCP }) => LCP / 1000)) + targets.deepLinkSeconds, 2);
  }
  const { nextPaint, layoutShift } = await measureInteractions(browser, url, member.cookie);
  return [
    ...measurements,
    {
      name: `interaction to next paint, ${renderedPosts} posts, processor ${slowdown} times slower`,
      value: nextPaint,
      unit: 'ms',
      target: { atMost: targets.nextPaint },
    },
    {
      name: `layout shift while ${renderedPosts} posts are scrolled through and used`,
      value: rounded(layoutShift, 3),
      unit: '',
      target: { atMost: targets.shift },
    },
  ];
}

async function listPages(url: string, member: { id: string; cookie: string }): Promise<Page[]> {
  const posts = JSON.parse(await fetchText(`${url}/api/posts`, member.cookie)) as { id: string; authorId: string }[];
  const post = requireDefined(posts.find(({ authorId }) => authorId !== member.id));
  return [
    { path: '/', content: /This morning I sat/, atMostKilobytes: 190 },
    { path: `/posts/${post.id}`, content: /This morning I sat/ },
    { path: `/profile/${post.authorId}`, content: /Robin Field/ },
    { path: '/events', content: /Two hours, slowly/ },
    { path: '/meditations', content: /Meditation \d/ },
    { path: '/leaderboard', content: /Robin Field/ },
    { path: '/', content: /\w/, ...publicPage },
    { path: '/waitlist', content: /\w/, ...publicPage },
    { path: '/login', content: /\w/, hasForm: true, ...publicPage },
    { path: '/signup', content: /\w/, hasForm: true, ...publicPage },
    { path: '/crisis', content: /\w/, ...publicPage },
  ];
}

type Visit = Awaited<ReturnType<typeof visit>>;

/**
 * Opens a page and returns its vitals after its content is shown and all requests have ended. Returns also the bytes of
 * its scripts, including those of its form. On a screen of members, only the scripts until a post is shown count.
 */
async function visit(browser: Browser, url: string, page: Page, cookie: string) {
  const { path, content, isPublic, hasForm } = page;
  const tab = await openPhone(browser, url, isPublic ? undefined : cookie);
  await tab.addInitScript(markWhenShown, 'html[data-ready] article');
  const scripts = new Map<string, Request>();
  tab.on('requestfinished', (request) => {
    if (request.resourceType() === 'script' || request.url().endsWith('.js')) scripts.set(request.url(), request);
  });
  await slowDown(tab, slowConnection);
  await tab.goto(`${url}${path}`, { waitUntil: 'load' });
  const main = tab.getByRole('main');
  await main.getByText(content).first().waitFor();
  if (!isPublic) await tab.locator('html[data-ready]').waitFor();
  await tab.waitForLoadState('networkidle');
  const { LCP = Number.NaN, FCP = Number.NaN, CLS = 0, largestElement } = await tab.evaluate(readVitals);
  if (hasForm) {
    await main.getByRole('textbox').first().fill('calm');
    await main.locator('button[type=submit]').click();
    await main.locator('[aria-invalid=true]').first().waitFor();
    await tab.waitForLoadState('networkidle');
  }
  const counted = isPublic ? [...scripts.keys()] : await tab.evaluate(scriptsRequestedBeforeShown);
  let scriptBytes = 0;
  for (const address of counted) scriptBytes += (await requireDefined(scripts.get(address)).sizes()).responseBodySize;
  await tab.context().close();
  return { LCP, FCP, CLS, largestElement, scriptBytes, scripts: `${counted.length} of ${scripts.size} files` };
}

function describeVisits({ path, isPublic, atMostKilobytes }: Page, visits: Visit[], atMostPaint: number) {
  const name = `${path.replace(/[\da-f-]{36}/, '{id}')}${isPublic ? ' signed out' : ''}`;
  const paints = visits.map(({ LCP }) => LCP / 1000);
  const firstPaint = rounded(median(visits.map(({ FCP }) => FCP / 1000)), 2);
  const last = requireDefined(visits.at(-1));
  const measurements: Measurement[] = [
    {
      name: `${name}: largest paint`,
      value: rounded(median(paints), 2),
      unit: 's',
      target: { atMost: atMostPaint },
      note: `median of ${visits.length}, ${spread(paints, 2)} s; first paint ${firstPaint} s; ${last.largestElement}`,
    },
    {
      name: `${name}: layout shift`,
      value: rounded(Math.max(...visits.map(({ CLS }) => CLS)), 3),
      unit: '',
      target: { atMost: targets.shift },
    },
  ];
  if (atMostKilobytes === undefined) return measurements;
  return [
    ...measurements,
    {
      name: `${name}: JavaScript, compressed`,
      // Kilobytes of 1,000 bytes, as browsers show them.
      value: rounded(last.scriptBytes / 1000, 1),
      unit: 'KB',
      target: { atMost: atMostKilobytes },
      note: last.scripts,
    },
  ];
}
