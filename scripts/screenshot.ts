// Makes docs/images/home.png for the README: the feed of a small community of made-up people, on the real server.
import path from 'node:path';
import { chromium } from '@playwright/test';
import { openDatabase } from '../apps/server/src/platform/database/database.ts';
import { createLogger } from '../apps/server/src/platform/observability/logging.ts';
import { CommunityServer } from '../e2e/support/community-server.ts';
import { aPerson, Member } from '../e2e/support/member.ts';
import { findSystemBrowser } from './lib/browsers.ts';
import { root } from './lib/root.ts';
import { buildWebIfStale } from './lib/web-build.ts';

const image = path.join(root, 'docs/images/home.png');

const people = ['Amara Lindqvist', 'Tomás Brennan', 'Hana Okafor', 'Jules Marchetti', 'Priya Sandoval'] as const;

/** Oldest first. */
const posts = [
  {
    by: 'Jules Marchetti',
    minutesAgo: 26 * 60,
    text: 'Planted garlic with my father. Neither of us said much. It was one of the better conversations this year.',
    likedBy: ['Amara Lindqvist', 'Tomás Brennan', 'Hana Okafor', 'Priya Sandoval'],
    comments: [],
  },
  {
    by: 'Priya Sandoval',
    minutesAgo: 190,
    text: 'Small thing that helps me before a hard call: I write the first sentence on paper. Once it is out, the rest usually follows. What is your small thing?',
    likedBy: ['Amara Lindqvist', 'Tomás Brennan', 'Jules Marchetti'],
    comments: [
      ['Hana Okafor', 'Shoes off, both feet on the floor.'],
      ['Tomás Brennan', 'I make tea and let it go cold. The making is the point.'],
    ],
  },
  {
    by: 'Tomás Brennan',
    minutesAgo: 47,
    text: 'Three weeks of going to bed with the phone in the kitchen.\n\nThe first nights were long. Now there is a book with a bus ticket in it, and I am on page 112.',
    likedBy: ['Amara Lindqvist', 'Hana Okafor', 'Jules Marchetti', 'Priya Sandoval'],
    comments: [['Amara Lindqvist', 'Page 112! Which book?']],
  },
  {
    by: 'Hana Okafor',
    minutesAgo: 8,
    text: 'Good morning, everyone. Frost on the bridge, and a stranger said “careful, it is slippery” as if we had known each other for years. I have been carrying that around all day.',
    likedBy: ['Amara Lindqvist', 'Jules Marchetti', 'Priya Sandoval'],
    comments: [['Priya Sandoval', 'Careful strangers are my favourite people.']],
  },
] as const;

const build = await buildWebIfStale();
if (build !== null && !build.ok) throw new Error(build.output);
const server = await CommunityServer.start();
const browser = await chromium.launch({
  executablePath: findSystemBrowser() ?? chromium.executablePath(),
  args: ['--no-sandbox'],
});
try {
  // The first account looks after the community; the picture shows it as anybody sees it.
  await Member.join(server, aPerson('Ada', 'Warden'));
  const members = new Map<string, Member>();
  for (const name of people)
    members.set(name, await Member.join(server, aPerson(...(name.split(' ') as [string, string]))));
  const memberOf = (name: (typeof people)[number]): Member => {
    const member = members.get(name);
    if (!member) throw new Error(`${name} has not joined`);
    return member;
  };
  const db = openDatabase(await server.databaseUrl(), 2, createLogger('silent'));
  for (const { by, minutesAgo, text, likedBy, comments } of posts) {
    const { id } = await memberOf(by).share(text);
    for (const liker of likedBy) await memberOf(liker).like(id);
    for (const [commenter, words] of comments) await memberOf(commenter).comment(id, words);
    await db.$client.query(`UPDATE posts SET created_at = now() - $2 * interval '1 minute' WHERE id = $1`, [
      id,
      minutesAgo,
    ]);
  }
  await db.$client.end();

  const viewer = memberOf('Amara Lindqvist');
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    locale: 'en-GB',
  });
  await context.addCookies([{ ...viewer.cookie, url: server.url }]);
  const page = await context.newPage();
  await page.goto(server.url);
  await page
    .getByRole('article')
    .nth(posts.length - 1)
    .waitFor();
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: image, animations: 'disabled' });
  console.log(`Written: ${path.relative(root, image)}`);
} finally {
  await browser.close();
  await server.stop();
}
