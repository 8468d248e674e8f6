// Takes screenshots of every screen at three widths, in light and dark, empty and with content:
// `npm run screenshots -- DIRECTORY [part of a name …]`.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { CommunityServer } from '../e2e/support/community-server.ts';
import { createPerson, Member } from '../e2e/support/member.ts';
import { idOf, request } from '../e2e/support/members.ts';
import { launchOptions } from './lib/browsers.ts';
import { demoEmail } from './lib/demo/fill.ts';
import { takeMailScreenshots } from './lib/mail-screenshots.ts';
import { fillSampleLists } from './lib/sample-lists.ts';
import { fillSampleModeration } from './lib/sample-moderation.ts';
import {
  addDialogs,
  adminScreens,
  startPlaying,
  curationScreens,
  joiningScreens,
  memberScreens,
  openMenu,
  questionScreens,
  type Screen,
  visitorScreens,
} from './lib/screens.ts';
import { buildWebIfStale } from './lib/web-build.ts';

const widths = { 375: 812, 768: 1024, 1280: 900 } as const;
const schemes = ['light', 'dark'] as const;

const [directory, ...nameFilters] = process.argv.slice(2);
if (directory === undefined) throw new Error('Usage: npm run screenshots -- DIRECTORY [part of a name …]');
await mkdir(directory, { recursive: true });

const build = await buildWebIfStale();
if (build !== null && !build.ok) throw new Error(build.output);
let server = await CommunityServer.start();
const browser = await chromium.launch(launchOptions);

const isSelected = (name: string) => nameFilters.length === 0 || nameFilters.some((part) => name.includes(part));

async function takeScreenshots(screens: readonly Screen[], state: string, viewer?: Member) {
  const selectedScreens = screens
    .map((screen) => ({ ...screen, name: `${screen.name}-${state}` }))
    .filter(({ name }) => isSelected(name));
  if (selectedScreens.length === 0) return;
  for (const colorScheme of schemes)
    for (const [width, height] of Object.entries(widths)) {
      const context = await browser.newContext({
        viewport: { width: Number(width), height },
        colorScheme,
        locale: 'en-GB',
        hasTouch: Number(width) < 1000,
      });
      if (viewer) await context.addCookies([{ ...viewer.cookie, url: server.url }]);
      for (const screen of selectedScreens)
        await takeScreenshot(context, screen, `${screen.name}-${width}-${colorScheme}.png`);
      await context.close();
    }
}

function deleteDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith('draft:')) localStorage.removeItem(key);
}

async function takeScreenshot(context: BrowserContext, screen: Screen, file: string) {
  const page = await context.newPage();
  try {
    await page.goto(`${server.url}${screen.path}`);
    await page.getByRole('main').getByRole('heading').first().waitFor({ state: 'attached' });
    // The live connection stays open, so the page never becomes idle on its own. Waits until no part is busy.
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await screen.prepare?.(page);
    // The screenshot includes parts that load later, such as polls.
    await page.waitForLoadState('networkidle');
    await page.evaluate('document.fonts.ready');
    await page.screenshot({ path: path.join(directory ?? '', file), animations: 'disabled' });
    console.log(file);
  } catch (error) {
    console.error(`${file}: ${String(error)}`);
    process.exitCode = 1;
  } finally {
    // Drafts of one screen must not show on the next.
    await page.evaluate(deleteDrafts).catch(() => undefined);
    await page.close();
  }
}

try {
  await takeScreenshots([...visitorScreens, ...joiningScreens], 'visitor');
  const ada = await Member.join(server, createPerson('Ada', 'Warden'));
  await takeScreenshots([...memberScreens, ...addDialogs], 'empty', ada);
  await takeScreenshots(adminScreens, 'empty', ada);
  await takeScreenshots([{ name: 'moderation', path: '/moderation' }], 'empty', ada);
  const createExternalMeditation = (title: string, site: string) =>
    request<{ id: string }>(ada, 'POST', '/api/meditations', {
      title,
      audioUrl: 'https://sounds.example/night.mp3',
      albumCoverUrl: `https://${site}/night.webp`,
    });
  const externalMeditation = await createExternalMeditation('Rain on a tent', 'covers.example');
  await createExternalMeditation('By the sea', 'pictures.example');
  await takeScreenshots(
    [
      { name: 'meditations', path: '/meditations' },
      { name: 'one-meditation', path: `/meditations/${externalMeditation.id}` },
    ],
    'elsewhere',
    ada,
  );

  await server.stop();

  server = await CommunityServer.start({}, 'demo');
  const signInDemoMember = (handle: string) => Member.signInExisting(server, demoEmail(handle));
  const [admin, amara, hana, priya] = await Promise.all(['ada', 'amara', 'hana', 'priya'].map(signInDemoMember));
  if (!admin || !amara || !hana || !priya) throw new Error('a member of the demo is missing');
  const [entry] = await request<{ id: string }[]>(amara, 'GET', '/api/journal-entries');
  const [meditation] = await request<{ id: string }[]>(amara, 'GET', '/api/meditations');
  const posts = await amara.readFeed();
  const [firstPost] = posts;
  const postsWithAttachments = posts.filter(({ images, poll, eventId }) => images.length > 0 || poll || eventId);
  await fillSampleLists(admin);
  const openCase = await fillSampleModeration(server, admin, { amara, hana, priya });
  await takeScreenshots([...adminScreens, ...curationScreens], 'full', admin);
  await takeMailScreenshots(browser, { directory, admin, serverUrl: server.url, isSelected });
  const casePath = `/moderation/${openCase.id}`;
  await takeScreenshots(
    [
      { name: 'moderation', path: '/moderation' },
      { name: 'concerns', path: '/moderation/concerns' },
      {
        name: 'concern',
        path: '/moderation/concerns',
        prepare: async (page) => {
          await page.getByRole('link', { name: /^A complaint/ }).click();
          await page.getByLabel('Your answer').waitFor();
        },
      },
      { name: 'case', path: casePath },
      {
        name: 'case-opened',
        path: casePath,
        prepare: async (page) => {
          const open = page.getByRole('button', { name: 'Open This Case' });
          const decisions = page.getByRole('radio', { name: 'Take it down' });
          await open.or(decisions).first().waitFor();
          if (await open.isVisible()) await open.click();
          await decisions.check();
        },
      },
    ],
    'full',
    admin,
  );
  const meditationPath = `/meditations/${meditation?.id ?? ''}`;
  const hanaId = await idOf(hana);
  const seenKey = `seen:${await idOf(amara)}:feed`;
  await takeScreenshots(
    [
      ...memberScreens,
      ...questionScreens,
      {
        name: 'report-post',
        path: '/',
        prepare: async (page) => {
          await page
            .getByRole('article')
            .filter({ hasText: 'Awake since four' })
            .getByRole('button', { name: /^Post options/ })
            .click();
          await page.getByRole('menuitem', { name: 'Report Post' }).click();
          await page.getByRole('dialog').waitFor();
        },
      },
      ...postsWithAttachments.map((post, index) => ({
        name: `post-part-${index}`,
        path: `/posts/${post.id}`,
        // The placeholder of a poll has no group, and that of an event has no link.
        prepare: async (page: Page) => {
          await page.getByRole('article').locator('[role=group], img, a[href^="/events"]').first().waitFor();
        },
      })),
      { name: 'post', path: `/posts/${firstPost?.id ?? ''}` },
      { name: 'someone', path: `/profile/${hanaId}` },
      { name: 'chat', path: `/messages/${hanaId}` },
      { name: 'chat-new', path: `/messages/${await idOf(admin)}` },
      {
        name: 'chat-menu',
        path: `/messages/${hanaId}`,
        prepare: async (page) => {
          await page.getByRole('button', { name: 'Message options' }).last().press('Enter');
          await page.getByRole('menu').waitFor();
        },
      },
      {
        name: 'feed-last-visit',
        path: '/',
        prepare: async (page) => {
          const seen = JSON.stringify({ before: null, newest: posts[1]?.createdAt, at: 0 });
          await page.evaluate(([key, value]) => localStorage.setItem(key, value), [seenKey, seen] as const);
          await page.reload();
          await page.getByText('New since your last visit').filter({ visible: true }).scrollIntoViewIfNeeded();
        },
      },
      {
        name: 'comments',
        path: '/',
        prepare: async (page) => {
          const comments = page.getByRole('button', { name: /^Comment \d/ });
          const card = page.getByRole('article').filter({ has: comments }).first();
          await card.getByRole('button', { name: /^Comment \d/ }).click();
          await card.getByRole('listitem').first().waitFor();
        },
      },
      { name: 'post-menu', path: '/', prepare: (page) => openMenu(page, /^Post options/) },
      { name: 'journal-category', path: '/journal-prompts?category=2' },
      { name: 'journal-page', path: `/journal/write?entry=${entry?.id ?? ''}` },
      { name: 'meditations-none', path: '/meditations?theme=sleep&length=long' },
      { name: 'one-meditation', path: meditationPath },
      { name: 'playing-meditation', path: meditationPath, prepare: startPlaying },
      {
        name: 'mini-player',
        path: meditationPath,
        prepare: async (page) => {
          await startPlaying(page);
          await page.getByRole('link', { name: 'Back to Meditations' }).click();
          await page.getByRole('complementary', { name: 'Now playing' }).waitFor();
        },
      },
    ],
    'full',
    amara,
  );
  // The members are counted once a minute, after a visit.
  await takeScreenshots([...joiningScreens, { name: 'visitor-home', path: '/' }], 'full');
  // Last, because each of these shares a post.
  const shareToastScreen: Screen = {
    name: 'sharing-toast',
    path: '/',
    prepare: async (page) => {
      await page.getByRole('main').getByRole('textbox').first().fill('A slow morning, and the kettle sings.');
      await page.getByRole('main').getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('status').filter({ hasText: /\w/ }).first().waitFor();
    },
  };
  await takeScreenshots([shareToastScreen], 'full', amara);
} finally {
  await browser.close();
  await server.stop();
}
