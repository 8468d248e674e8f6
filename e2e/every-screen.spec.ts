import type { Page } from '@playwright/test';
import routeConfig from '../apps/web/app/routes.ts';
import { demoEmail, demoSignIns } from '../scripts/lib/demo/fill.ts';
import { fillSampleLists } from '../scripts/lib/sample-lists.ts';
import { fillSampleModeration } from '../scripts/lib/sample-moderation.ts';
import { addDialogs, curationScreens, memberScreens, type Screen, startPlaying } from '../scripts/lib/screens.ts';
import { expectAccessible } from './support/accessible.ts';
import type { CommunityServer } from './support/community-server.ts';
import { expect, test } from './support/journey.ts';
import { Member } from './support/member.ts';
import { idOf, request } from './support/members.ts';
import { adminScreens, gatedScreens, pathsOf, publicScreens } from './support/screens.ts';

/** Another journey checks the screens of visitors. */
const signedInRoutes = pathsOf(routeConfig).filter(
  (route) => !publicScreens.includes(route) && !['/*', '/self-help/:slug'].includes(route),
);
const isForStaff = (route: string) =>
  route.startsWith('/moderation') || route.startsWith('/admin/') || [...adminScreens, ...gatedScreens].includes(route);

/** Checks screens on a light phone and a dark desktop. Other journeys check their most important states in all modes. */
async function expectScreensAccessible(page: Page, screens: readonly Screen[]) {
  for (const { name, path, prepare } of screens)
    await test.step(name, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeAttached();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await prepare?.(page);
      await expectAccessible(page, name, [
        [375, 'light'],
        [1280, 'dark'],
      ]);
      // Drafts of one screen must not show on the next.
      await page.evaluate(() => localStorage.clear());
    });
}

const screensAt = (paths: readonly string[]): Screen[] => paths.map((path) => ({ name: path, path }));

async function signInDemoMembers(server: CommunityServer) {
  const signIn = (handle: string) => Member.signInExisting(server, demoEmail(handle));
  const managerHandle = demoSignIns.find(({ role }) => role === 'manager')!.handle;
  const [admin, manager] = [await signIn('ada'), await signIn(managerHandle)];
  const [amara, hana, priya] = [await signIn('amara'), await signIn('hana'), await signIn('priya')];
  return { admin, manager, amara, hana, priya };
}

test.beforeEach(() => test.slow());

test('every screen of a member is accessible', async ({ startServer, openBrowser }) => {
  const server = await startServer({}, 'demo');
  const { admin, amara, hana, priya } = await signInDemoMembers(server);
  // The decisions and reports of a member.
  await fillSampleModeration(server, admin, { amara, hana, priya });
  const [[post], [meditation], [entry], hanaId] = await Promise.all([
    amara.readFeed(),
    request<{ id: string }[]>(amara, 'GET', '/api/meditations'),
    request<{ id: string }[]>(amara, 'GET', '/api/journal-entries'),
    idOf(hana),
  ]);
  /** Paths of routes with parameters, and of routes that show content only with a query. */
  const examples: Record<string, string[]> = {
    '/posts/:id': [`/posts/${post!.id}`],
    '/profile/:id?': ['/profile', `/profile/${hanaId}`],
    '/messages/:userId?': ['/messages', `/messages/${hanaId}`],
    '/meditations/:id': [`/meditations/${meditation!.id}`],
    '/journal/write': ['/journal/write', `/journal/write?entry=${entry!.id}`],
    '/search': ['/search', '/search?q=morning'],
  };
  const page = await openBrowser(amara);
  const routes = signedInRoutes.filter((route) => !isForStaff(route));
  await expectScreensAccessible(page, [
    ...screensAt(routes.flatMap((route) => examples[route] ?? [route])),
    ...memberScreens.filter(({ prepare }) => prepare),
    { name: 'playing', path: `/meditations/${meditation!.id}`, prepare: startPlaying },
  ]);
});

test('every screen of managers and admins is accessible', async ({ startServer, openBrowser }) => {
  const server = await startServer({}, 'demo');
  const { admin, manager, ...members } = await signInDemoMembers(server);
  await fillSampleLists(admin);
  const { id } = await fillSampleModeration(server, admin, members);
  const moderationScreens = ['/moderation', `/moderation/${id}`];
  await expectScreensAccessible(
    await openBrowser(manager),
    screensAt([...moderationScreens, '/journal-prompts', '/books', '/podcasts', '/events']),
  );
  const routes = signedInRoutes.filter((route) => isForStaff(route) && !route.includes(':'));
  await expectScreensAccessible(await openBrowser(admin), [
    ...screensAt([...routes, ...moderationScreens]),
    ...addDialogs,
    ...curationScreens,
  ]);
});
