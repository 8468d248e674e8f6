import type { Page } from '@playwright/test';
import { demoEmail, demoSignIns } from '../scripts/lib/demo/fill.ts';
import { fillSampleLists } from '../scripts/lib/sample-lists.ts';
import { fillSampleModeration } from '../scripts/lib/sample-moderation.ts';
import { CommunityServer } from './support/community-server.ts';
import { screenOf, Crawler } from './support/crawler.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { Member } from './support/member.ts';
import { adminScreens, gatedScreens, publicScreens, settingsScreens } from './support/screens.ts';

/** A path with a parameter stands for the first link found to such a screen. */
const peopleScreens = [
  ...['/', '/posts/:id', '/unanswered', '/profile', '/profile/:id', '/connections', '/notifications', '/messages'],
  ...['/messages/:id', '/search?q=morning', '/welcome', '/settings', '/reports', '/decisions'],
  ...settingsScreens,
];
const contentScreens = [
  ...['/gratitude-wall', '/wellness-wins', '/leaderboard', '/points', '/meditations', '/meditations/:id', '/books'],
  ...['/podcasts', '/journal-prompts', '/journal', '/journal/write', '/events'],
];
const moderatorScreens = ['/moderation', '/moderation/:id'];
const adminOnlyScreens = [...adminScreens, ...gatedScreens];

let server: CommunityServer;
const signIn = (handle: string) => Member.signInExisting(server, demoEmail(handle));

test.describe('demo community with filled lists', () => {
  test.beforeAll(async () => {
    server = await CommunityServer.start({}, 'demo');
    const [admin, amara, hana, priya] = await Promise.all(['ada', 'amara', 'hana', 'priya'].map(signIn));
    if (!admin || !amara || !hana || !priya) throw new Error('a demo member is missing');
    await fillSampleLists(admin);
    await fillSampleModeration(server, admin, { amara, hana, priya });
  });

  test.afterAll(async () => {
    expect(await server.stop(), 'errors in the server’s log').toEqual([]);
  });

  test.beforeEach(({ tolerate }) => {
    test.slow();
    // Empty forms (400) and repeated reports (409).
    for (const status of [400, 409]) tolerate(failedResponse(status));
  });

  for (const [kind, screens, restrictedScreens] of [
    ['people', peopleScreens, []],
    ['content', contentScreens, [...moderatorScreens, ...adminOnlyScreens]],
  ] as const)
    test(`every control on screens about ${kind} has an effect, for member, manager and admin`, async ({
      openBrowser,
    }) => {
      const results = { pressedKinds: new Set<string>(), unpressedKinds: new Map<string, string>() };
      for (const { handle, role } of demoSignIns) {
        const page = await openBrowser(await signIn(handle), {
          // The manager uses a phone, which shows other controls.
          width: role === 'manager' ? 375 : 1280,
        });
        const crawler = await Crawler.attachTo(page, results);
        const allowedScreens = restrictedScreens.filter(
          (path) => role === 'admin' || (role === 'manager' && moderatorScreens.includes(path)),
        );
        for (const screen of [...screens, ...allowedScreens])
          await crawler.crawl(screen.includes(':') ? linkTo(screen, crawler) : screen);
        await expectLinksToWork(page, crawler);
        await page.context().close();
      }
      expect([...results.unpressedKinds.values()]).toEqual([]);
      expect(results.pressedKinds.size, 'different controls').toBeGreaterThan(120);
    });
});

test('every control on visitor screens has an effect', async ({ openBrowser, tolerate }) => {
  test.slow();
  // Empty forms (400), and public pages that request the viewer (401).
  for (const status of [400, 401]) tolerate(failedResponse(status));
  const page = await openBrowser();
  const results = { pressedKinds: new Set<string>(), unpressedKinds: new Map<string, string>() };
  const crawler = await Crawler.attachTo(page, results);
  for (const path of [...publicScreens, ...gatedScreens, '/goodbye']) await crawler.crawl(path);
  // Public pages contain the links of the members' navigation, hidden by the style sheet.
  await expectLinksToWork(page, crawler, { mayNeedSignIn: true });
  expect([...results.unpressedKinds.values()]).toEqual([]);
});

function linkTo(screen: string, { links }: Crawler): string {
  const link = [...links.keys()].find((address) => address.startsWith(server.url) && screenOf(address) === screen);
  if (link === undefined) throw new Error(`No link to ${screen} was found.`);
  return link.slice(server.url.length);
}

/** Requests one link per screen and all files, and expects a status below 400, or also 401 without a session. */
async function expectLinksToWork(page: Page, { links }: Crawler, { mayNeedSignIn = false } = {}): Promise<void> {
  const { origin } = new URL(page.url());
  // Signing out would end the session, so its link is skipped.
  const internalLinks = [...links].filter(
    ([address]) => address.startsWith(origin) && screenOf(address) !== '/api/logout',
  );
  const linkPerScreen = new Map(
    internalLinks.map(([address, source]) => [screenOf(address), [address, source] as const]),
  );
  for (const [address, source] of linkPerScreen.values()) {
    const response = await page.request.get(address, { maxRedirects: 0 });
    if (mayNeedSignIn && response.status() === 401) continue;
    expect.soft(response.status(), `${address}, from ${source}`).toBeLessThan(400);
  }
}
