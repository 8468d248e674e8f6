import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { chooseFromMenu, commentButton, postWith } from './support/feed.ts';
import { addPrompt } from './support/journal.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { createToneMeditation } from './support/meditations.ts';
import { type Member, unique } from './support/member.ts';
import { sendRequest, connect, idOf, request, withRole } from './support/members.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog');
const commentField = (page: Page): Locator => page.getByLabel('Write a comment');
const lostTextPanel = (page: Page, title: string): Locator => page.getByRole('group', { name: title });

type Community = { page: Page; member: Member; admin: Member };
/** Opens a form and types the text into it. Returns the request that deletes the form's subject. */
type StartForm = (community: Community, text: string) => Promise<{ path: string; method?: string; body?: unknown }>;

/** If `isOwn` is set, the member deletes the subject themselves. Otherwise the admin deletes it. */
const cases: { form: string; isOwn?: true; title: string; startForm: StartForm }[] = [
  {
    form: 'a comment in the feed',
    title: 'This post was deleted. Your comment was not sent.',
    startForm: async ({ page, admin }, text) => {
      const post = await admin.share(unique('Morning'));
      await page.goto('/');
      await commentButton(postWith(page, post.content)).click();
      await commentField(page).fill(text);
      return { path: `/api/posts/${post.id}` };
    },
  },
  {
    form: 'a comment on a meditation',
    title: 'This meditation was deleted. Your comment was not sent.',
    startForm: async ({ page, admin }, text) => {
      const { id } = await createToneMeditation(admin);
      await page.goto(`/meditations/${id}`);
      await commentField(page).fill(text);
      return { path: `/api/meditations/${id}` };
    },
  },
  {
    form: 'an edit of a comment',
    isOwn: true,
    title: 'This comment was deleted. Your changes were not saved.',
    startForm: async ({ page, member, admin }, text) => {
      const post = await admin.share(unique('Morning'));
      const comment = await member.comment(post.id, 'Good morning');
      await page.goto(`/posts/${post.id}`);
      await chooseFromMenu(page.getByRole('region', { name: 'Comments' }), 'Comment options', 'Edit Comment');
      await page.getByLabel('Edit your comment').fill(text);
      return { path: `/api/posts/${post.id}/comments/${comment.id}` };
    },
  },
  {
    form: 'an edit of a comment whose post is deleted',
    title: 'This comment is no longer available. Your changes were not saved.',
    startForm: async ({ page, member, admin }, text) => {
      const post = await admin.share(unique('Morning'));
      await member.comment(post.id, 'Good morning');
      await page.goto(`/posts/${post.id}`);
      await chooseFromMenu(page.getByRole('region', { name: 'Comments' }), 'Comment options', 'Edit Comment');
      await page.getByLabel('Edit your comment').fill(text);
      return { path: `/api/posts/${post.id}` };
    },
  },
  {
    form: 'an edit of a post',
    isOwn: true,
    title: 'This post was deleted. Your changes were not saved.',
    startForm: async ({ page, member }, text) => {
      const post = await member.share(unique('Morning'));
      await page.goto('/');
      await chooseFromMenu(postWith(page, post.content), 'Post options', 'Edit Post');
      await page.getByLabel('Edit your post').fill(text);
      return { path: `/api/posts/${post.id}` };
    },
  },
  {
    form: 'a report of a post',
    title: 'This post was deleted. Your report was not sent.',
    startForm: async ({ page, admin }, text) => {
      const post = await admin.share(unique('Morning'));
      await page.goto(`/posts/${post.id}`);
      await chooseFromMenu(postWith(page, post.content), 'Post options', 'Report Post');
      await dialog(page).getByRole('textbox').fill(text);
      return { path: `/api/posts/${post.id}` };
    },
  },
];

for (const { form, isOwn = false, title, startForm } of cases) {
  const isCritical = form === 'a comment in the feed';
  test(`${form} stays visible when its subject is deleted${isCritical ? ' @critical' : ''}`, async ({
    admin,
    join,
    openBrowser,
    tolerate,
  }) => {
    // Comments may be loading when their post is deleted.
    tolerate(failedResponse(404));
    // A manager can open most of these forms. The admin opens the others.
    const isForAdmins = /meditation$|book|prompt|category/.test(form) && form.startsWith('an edit');
    const member = isForAdmins ? admin : await withRole(await join('Ana'), 'manager');
    const page = await openBrowser(member);
    const connection = await controlLiveConnection(page);
    const text = unique('Be gentle with yourself today');
    const { path, method = 'DELETE', body } = await startForm({ page, member, admin }, text);
    await connection.waitUntilCaughtUp();
    await expect(lostTextPanel(page, title)).toHaveCount(0);
    expect((await sendRequest(isOwn ? member : admin, method, path, body)).ok).toBe(true);
    await expect(lostTextPanel(page, title)).toBeVisible();
    await expect(lostTextPanel(page, title)).toContainText(text);
    await expect(lostTextPanel(page, title)).toBeFocused();
    await expect(lostTextPanel(page, title).getByRole('button', { name: 'Copy' })).toBeVisible();
    await lostTextPanel(page, title).getByRole('button', { name: 'Dismiss' }).click();
    await expect(lostTextPanel(page, title)).toHaveCount(0);
  });
}

test('lost text can be copied, each lost text has its own panel, and leaving the screen removes all panels', async ({
  join,
  openBrowser,
}) => {
  const author = await join('Ines');
  const [first, second] = [await author.share(unique('Fog')), await author.share(unique('Sun'))];
  const page = await openBrowser(await join('Ana'), { permissions: ['clipboard-read', 'clipboard-write'] });
  const connection = await controlLiveConnection(page);
  await page.goto('/');
  await connection.waitUntilCaughtUp();
  for (const { content } of [first, second]) {
    await commentButton(postWith(page, content)).click();
    await postWith(page, content).getByLabel('Write a comment').fill(`About ${content}\nand more`);
  }
  await author.delete(first.id);
  const panels = lostTextPanel(page, 'This post was deleted. Your comment was not sent.');
  await expect(panels).toHaveCount(1);
  await panels.getByRole('button', { name: 'Copy' }).click();
  await expect(panels.getByRole('status')).toHaveText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`About ${first.content}\nand more`);
  // A field in use keeps the focus.
  await postWith(page, second.content).getByLabel('Write a comment').focus();
  await author.delete(second.id);
  await expect(panels).toHaveCount(2);
  await expectAccessible(page, 'the feed with panels of lost text');
  await page.getByRole('link', { name: 'Messages' }).first().click();
  await expect(panels).toHaveCount(0);
});

test('unsent text stays visible when the response says that its subject was deleted', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(404));
  const author = await join('Ines');
  const post = await author.share(unique('Fog'));
  const page = await openBrowser(await join('Ana'));
  const connection = await controlLiveConnection(page);
  connection.dropFrames('post.deleted');
  await page.goto(`/posts/${post.id}`);
  await connection.waitUntilCaughtUp();
  await commentField(page).fill('How beautiful');
  await author.delete(post.id);
  await commentField(page).press('Enter');
  const panel = lostTextPanel(page, 'This post is no longer available. Your comment was not sent.');
  await expect(panel).toContainText('How beautiful');
  await expect(panel.getByRole('button', { name: 'Copy' })).toBeVisible();
});

test('unsent text stays visible when its post was deleted during a disconnect', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(/WebSocket/);
  // The page may refetch the comments before it knows that their post was deleted.
  tolerate(failedResponse(404));
  const author = await join('Ines');
  const post = await author.share(unique('Fog'));
  const page = await openBrowser(await join('Ana'));
  const connection = await controlLiveConnection(page);
  await page.goto('/');
  await connection.waitUntilCaughtUp();
  await commentButton(postWith(page, post.content)).click();
  await commentField(page).fill('How beautiful');
  await connection.disconnect();
  await author.delete(post.id);
  await connection.reconnect();
  await expect(lostTextPanel(page, 'This post is no longer available. Your comment was not sent.')).toContainText(
    'How beautiful',
  );
});

test('unsent text stays visible when a block in another tab hides its post or conversation', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(404));
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const post = await ben.share(unique('Fog'));
  const [page, chat] = [await openBrowser(ana), await openBrowser(ana)];
  const [connection, chatConnection] = [await controlLiveConnection(page), await controlLiveConnection(chat)];
  await page.goto('/');
  await chat.goto(`/messages/${await idOf(ben)}`);
  for (const liveConnection of [connection, chatConnection]) await liveConnection.waitUntilCaughtUp();
  await commentButton(postWith(page, post.content)).click();
  await commentField(page).fill('How beautiful');
  await chat.getByLabel('Message to Ben Field').fill('Are you there?');
  await request(ana, 'POST', `/api/blocks/${await idOf(ben)}`);
  await expect(lostTextPanel(page, 'This post is no longer available. Your comment was not sent.')).toContainText(
    'How beautiful',
  );
  await expect(chat.getByText('Your messages to them cannot be sent.')).toBeVisible();
  await expect(chat.getByRole('region', { name: 'Member not found' })).toContainText('Are you there?');
  await expect(chat.getByRole('button', { name: 'Copy' })).toBeVisible();
});

test('closing a form or leaving the screen shows no panel of lost text', async ({ join, openBrowser }) => {
  const author = await join('Ines');
  const post = await author.share(unique('Fog'));
  const page = await openBrowser(await join('Ana'));
  const connection = await controlLiveConnection(page);
  await page.goto('/');
  await connection.waitUntilCaughtUp();
  await commentButton(postWith(page, post.content)).click();
  await commentField(page).fill('How beautiful');
  await commentButton(postWith(page, post.content)).click();
  await expect(commentField(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
  await commentButton(postWith(page, post.content)).click();
  await expect(commentField(page)).toHaveValue('How beautiful');
  await page.getByRole('link', { name: 'Messages' }).first().click();
  await expect(page).toHaveURL('/messages');
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
});

test('a journal page keeps and saves its text when its prompt is deleted', async ({ admin, join, openBrowser }) => {
  const { id } = await addPrompt(admin);
  const page = await openBrowser(await join('Ana'));
  await page.goto(`/journal/write?prompt=${id}`);
  const field = page.getByRole('main').getByRole('textbox');
  await expect(field).toBeVisible();
  await request(admin, 'DELETE', `/api/journal-prompts/${id}`);
  await field.fill('A quiet morning');
  await field.blur();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(field).toHaveValue('A quiet morning');
});
