import { expectAccessible } from './support/accessible.ts';
import { chooseFromMenu, composer, holdScripts, openServerRendered, postWith, shareButton } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';

test('a post with a content warning is collapsed until a reader opens it, also when server-rendered', async ({
  join,
  openBrowser,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const text = unique('The first winter without her.');
  const page = await openBrowser(ana);
  await page.goto('/');
  await composer(page).fill(text);
  await page.getByRole('button', { name: 'Content warning', exact: true }).click();
  await page.getByRole('button', { name: 'Grief', exact: true }).click();
  await page.getByRole('textbox', { name: 'Content warning' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Content warning' })).toHaveValue('Grief');
  await expectAccessible(page, 'a content warning in the composer');
  await expect(composer(page)).toHaveValue(text);
  await shareButton(page).click();
  await expect(page.getByRole('textbox', { name: 'Content warning' })).toBeHidden();
  const ownPost = page.getByRole('article').filter({ hasText: text });
  await expect(ownPost.getByText('Content warning: Grief')).toBeVisible();
  await expect(ownPost.getByText(text)).toBeHidden();

  // The server-rendered page without scripts.
  const noScriptPage = await openBrowser(ben, { javaScriptEnabled: false });
  await openServerRendered(noScriptPage);
  const renderedPost = noScriptPage.getByRole('article').filter({ hasText: 'Content warning: Grief' }).first();
  await expect(renderedPost.getByText(text)).toBeHidden();
  await renderedPost.getByText('Show post').click();
  await expect(renderedPost.getByText(text)).toBeVisible();

  // A post that was opened before the scripts load stays open afterwards.
  const bensPage = await openBrowser(ben);
  const release = await holdScripts(bensPage);
  await openServerRendered(bensPage);
  await bensPage.locator('html[data-rendered] article').filter({ hasText: text }).getByText('Show post').click();
  release();
  await bensPage.locator('html[data-ready]').waitFor();
  await expect(postWith(bensPage, text).getByText(text)).toBeVisible();

  await bensPage.goto('/');
  const post = bensPage.getByRole('article').filter({ hasText: text });
  await expect(post.getByText(text)).toBeHidden();
  // The names of buttons do not reveal the hidden text.
  await expect(post.getByRole('button', { name: /^Like.*post by Ana Field: content warning, Grief$/ })).toBeVisible();
  const summary = post.locator('summary');
  const boxBefore = await summary.boundingBox();
  await summary.focus();
  await bensPage.keyboard.press('Enter');
  await expect(post.getByText(text)).toBeVisible();
  await expect(post.getByText('Hide post')).toBeVisible();
  expect(await summary.boundingBox()).toEqual(boxBefore);
  await expectAccessible(bensPage, 'an opened content warning');
  // An opened post stays open on other screens until the page is reloaded.
  await post.getByRole('link', { name: /ago/ }).click();
  await expect(bensPage).toHaveURL(/\/posts\//);
  await expect(bensPage.getByRole('article').getByText(text)).toBeVisible();
  await bensPage.reload();
  await expect(bensPage.getByRole('article').getByText('Content warning: Grief')).toBeVisible();
  await expect(bensPage.getByRole('article').getByText(text)).toBeHidden();
  await expect(bensPage.getByRole('textbox', { name: 'Write a comment' })).toBeHidden();

  // The author changes the warning and then removes it.
  await chooseFromMenu(ownPost, 'Post options', 'Edit Post');
  await page.getByRole('textbox', { name: 'Content warning' }).fill('Loss of a parent');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(bensPage.getByText('Loss of a parent')).toBeVisible();
  const editedPost = page.getByRole('article').filter({ hasText: 'Loss of a parent' });
  await chooseFromMenu(editedPost, 'Post options', 'Edit Post');
  await page.getByRole('button', { name: 'Remove content warning' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(bensPage.getByRole('article').getByText(text)).toBeVisible();
});

test('a muted word hides others’ posts and comments everywhere at once, but not the member’s own', async ({
  join,
  openBrowser,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const tag = unique('').replace(' · ', '');
  const { id } = await ben.share(`A new Diét begins ${tag}`);
  await ben.comment(id, `No diet talk ${tag}`);
  const ownPost = await ana.share(`My own diet ${tag}`);

  const page = await openBrowser(ana);
  await page.goto('/settings/muted');
  const section = page.getByRole('region', { name: 'Muted words' });
  await expect(section.getByText('You have not muted any words.')).toBeVisible();
  await section.getByLabel('Word or phrase to mute').fill('diet');
  await section.getByLabel('Word or phrase to mute').press('Enter');
  await expect(section.getByRole('button', { name: 'Unmute “diet”' })).toBeVisible();
  await section.getByLabel('Word or phrase to mute').fill('DIET');
  await section.getByRole('button', { name: 'Mute', exact: true }).click();
  await expect(section.getByText('This word is already on your list.')).toBeVisible();
  await expectAccessible(page, 'the list of muted words');

  await page.goto('/');
  const post = page.locator(`[data-post-id="${id}"]`);
  await expect(post.getByText('Hidden by a word you muted')).toBeVisible();
  await expect(post.getByText(`begins ${tag}`)).toBeHidden();
  await expect(post.getByRole('button', { name: /^Like.*hidden by a word you muted$/ })).toBeVisible();
  await expect(page.locator(`[data-post-id="${ownPost.id}"]`).getByText(`My own diet ${tag}`)).toBeVisible();
  await post.getByText('Show anyway').click();
  await expect(post.getByText(`begins ${tag}`)).toBeVisible();

  await page.goto(`/posts/${id}`);
  await expect(page.getByRole('article').getByText('Hidden by a word you muted')).toBeVisible();
  await page.getByRole('button', { name: /^Comment 1 comment/ }).click();
  await expect(page.getByText('Hidden by a word you muted')).toHaveCount(2);
  await expectAccessible(page, 'hidden posts and comments');

  // The server-rendered page without scripts.
  const noScriptPage = await openBrowser(ana, { javaScriptEnabled: false });
  await openServerRendered(noScriptPage);
  await expect(noScriptPage.locator(`[data-post-id="${id}"]`).getByText('Hidden by a word you muted')).toBeVisible();
  await expect(noScriptPage.locator(`[data-post-id="${id}"]`).getByText(`begins ${tag}`)).toBeHidden();

  // Unmuting in one tab updates the other.
  const settings = await openBrowser(ana);
  await settings.goto('/settings/muted');
  await settings.getByRole('button', { name: 'Unmute “diet”' }).click();
  await expect(settings.getByText('You have not muted any words.')).toBeVisible();
  await expect(page.getByText('Hidden by a word you muted')).toHaveCount(0);
});
