import type { Page } from '@playwright/test';
import { demoEmail, demoSignIns } from '../scripts/lib/demo/fill.ts';
import { fillSampleLists } from '../scripts/lib/sample-lists.ts';
import { fillSampleModeration } from '../scripts/lib/sample-moderation.ts';
import { CommunityServer } from './support/community-server.ts';
import { expect, failedAnswer, test } from './support/journey.ts';
import { Member } from './support/member.ts';
import { adminScreens, gatedScreens, publicScreens } from './support/screens.ts';
import { screenOf, Walker } from './support/walker.ts';

/** A path with a parameter stands for the first link found to such a screen. */
const aboutPeople = [
  ...['/', '/posts/:id', '/unanswered', '/profile', '/profile/:id', '/connections', '/notifications', '/messages'],
  ...['/messages/:id', '/search?q=morning', '/welcome', '/settings', '/reports', '/decisions'],
];
const aboutThings = [
  ...['/gratitude-wall', '/wellness-wins', '/leaderboard', '/points', '/meditations', '/meditations/:id', '/books'],
  ...['/podcasts', '/journal-prompts', '/journal', '/journal/write', '/events'],
];
const ofModerators = ['/moderation', '/moderation/:id'];
const ofAdmins = [...adminScreens, ...gatedScreens];

let server: CommunityServer;
const returning = (handle: string) => Member.returning(server, demoEmail(handle));

test.describe('demo community with filled lists', () => {
  test.beforeAll(async () => {
    server = await CommunityServer.start({}, 'demo');
    const [admin, amara, hana, priya] = await Promise.all(['ada', 'amara', 'hana', 'priya'].map(returning));
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
    for (const status of [400, 409]) tolerate(failedAnswer(status));
  });

  for (const [what, screens, ofSome] of [
    ['people', aboutPeople, []],
    ['things', aboutThings, [...ofModerators, ...ofAdmins]],
  ] as const)
    test(`every control on screens about ${what} has an effect, for member, manager and admin`, async ({
      openBrowser,
    }) => {
      const found = { pressed: new Set<string>(), missed: new Map<string, string>() };
      for (const { handle, role } of demoSignIns) {
        const page = await openBrowser(await returning(handle), {
          // One of the three uses a phone, which has other controls.
          width: role === 'manager' ? 375 : 1280,
          reducedMotion: 'reduce',
        });
        const walker = await Walker.on(page, found);
        const more = ofSome.filter((path) => role === 'admin' || (role === 'manager' && ofModerators.includes(path)));
        for (const screen of [...screens, ...more])
          await walker.walk(screen.includes(':') ? linkTo(screen, walker) : screen);
        await expectLinksToLeadSomewhere(page, walker);
        await page.context().close();
      }
      expect([...found.missed.values()]).toEqual([]);
      expect(found.pressed.size, 'different controls').toBeGreaterThan(120);
    });
});

test('every control on visitor screens has an effect', async ({ openBrowser, tolerate }) => {
  test.slow();
  // Empty forms (400), and public pages that ask for the viewer (401).
  for (const status of [400, 401]) tolerate(failedAnswer(status));
  const page = await openBrowser(null, { reducedMotion: 'reduce' });
  const found = { pressed: new Set<string>(), missed: new Map<string, string>() };
  const walker = await Walker.on(page, found);
  for (const path of [...publicScreens, ...gatedScreens, '/goodbye']) await walker.walk(path);
  await expectLinksToLeadSomewhere(page, walker);
  expect([...found.missed.values()]).toEqual([]);
});

function linkTo(screen: string, { links }: Walker): string {
  const link = [...links.keys()].find((address) => address.startsWith(server.url) && screenOf(address) === screen);
  if (link === undefined) throw new Error(`No link to ${screen} was found.`);
  return link.slice(server.url.length);
}

/** Requests one link per screen and all files, and expects a status below 400. */
async function expectLinksToLeadSomewhere(page: Page, { links }: Walker): Promise<void> {
  const { origin } = new URL(page.url());
  // Signing out would end the session, so its link is skipped.
  const own = [...links].filter(([address]) => address.startsWith(origin) && screenOf(address) !== '/api/logout');
  const oneOfEach = new Map(own.map(([address, from]) => [screenOf(address), [address, from] as const]));
  for (const [address, from] of oneOfEach.values()) {
    const answer = await page.request.get(address, { maxRedirects: 0 });
    expect.soft(answer.status(), `${address}, from ${from}`).toBeLessThan(400);
  }
}
