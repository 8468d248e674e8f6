import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expectAccessible } from './support/accessible.ts';
import { addEvent, respondToEvent } from './support/events.ts';
import { composer, postWith, shareButton, toast } from './support/feed.ts';
import { expect, failedResponse, logInInBrowser, test } from './support/journey.ts';
import { muteLiveConnection } from './support/live-connection.ts';
import { unique } from './support/member.ts';
import { request, withRole } from './support/members.ts';

const buffer = readFileSync(fileURLToPath(new URL('support/portrait.png', import.meta.url)));

test('a post shares an event, shows its responses and later that it was deleted', async ({
  admin,
  join,
  openBrowser,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const event = await addEvent(admin, {
    title: unique('A walk'),
    eventDate: new Date(Date.now() + 86_400_000).toISOString(),
  });
  const text = unique('Who comes along?');
  const page = await openBrowser(ana);
  await page.goto('/');
  await composer(page).fill(text);
  await page.getByRole('button', { name: 'Event', exact: true }).click();
  const picker = page.getByRole('dialog', { name: 'Share an event' });
  await expect(picker.getByRole('button', { name: 'Create Event' })).toHaveCount(0);
  await expect(picker.getByRole('button', { name: event.title })).toBeVisible();
  await expectAccessible(page, 'the event picker');
  await picker.getByRole('button', { name: event.title }).click();
  await expect(picker).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Remove event, ${event.title}` })).toBeVisible();
  await shareButton(page).click();
  await expect(postWith(page, text).getByRole('link', { name: event.title })).toContainText('No responses yet');

  const bensPage = await openBrowser(ben);
  await bensPage.goto('/');
  const eventLink = postWith(bensPage, text).getByRole('link', { name: event.title });
  await expect(eventLink).toBeVisible();
  await respondToEvent(ben, event);
  await expect(eventLink).toContainText('You are going');
  await expect(postWith(page, text).getByRole('link', { name: event.title })).toContainText('1 going');
  await expectAccessible(bensPage, 'a post with an event');
  await request(admin, 'DELETE', `/api/events/${event.id}`);
  await expect(postWith(bensPage, text)).toContainText('This event is no longer on the calendar.');
  await bensPage.reload();
  await expect(postWith(bensPage, text)).toContainText('This event is no longer on the calendar.');

  // A manager creates an event in the composer.
  await withRole(ben, 'manager');
  const [managersText, title] = [unique('I made something for us.'), unique('Tea')];
  await bensPage.goto('/');
  await composer(bensPage).fill(managersText);
  await bensPage.getByRole('button', { name: 'Event', exact: true }).click();
  await bensPage.getByRole('dialog', { name: 'Share an event' }).getByRole('button', { name: 'Create Event' }).click();
  const form = bensPage.getByRole('dialog', { name: 'Create Event' });
  await form.getByLabel('Title').fill(title);
  await form.getByLabel('Date and time').fill('2199-05-01T12:00');
  await form.getByRole('button', { name: 'Create Event' }).click();
  await expect(bensPage.getByRole('button', { name: `Remove event, ${title}` })).toBeVisible();
  // Submitting the event form does not share the post.
  await expect(composer(bensPage)).toHaveValue(managersText);
  await expect(postWith(bensPage, managersText)).toHaveCount(0);
  await shareButton(bensPage).click();
  await expect(postWith(bensPage, managersText).getByRole('link', { name: title })).toBeVisible();
});

test('drafts of a post and a comment survive an ended session, and signing out deletes them', async ({
  admin,
  join,
  openBrowser,
  tolerate,
}) => {
  const ana = await join('Ana');
  const event = await addEvent(admin);
  const text = unique('Half of it.');
  const page = await openBrowser(ana);
  // Without a live connection, the page notices the ended session only at its next request.
  const waitUntilIdle = await muteLiveConnection(page);
  await page.goto('/');
  await composer(page).fill(text);
  await page.getByLabel('Picture files').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
  await page.getByLabel('What does it show?').fill('A portrait');
  await page.getByRole('button', { name: 'Poll' }).click();
  await page.getByLabel('Option 1', { exact: true }).fill('Yes');
  await page.getByLabel('Option 2', { exact: true }).fill('No');
  await page.getByRole('button', { name: 'Event', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: event.title }).click();
  await page.getByRole('button', { name: 'Content warning', exact: true }).click();
  await page.getByRole('button', { name: 'Grief', exact: true }).click();
  await expect(shareButton(page)).toBeEnabled();

  const expectWholeDraft = async () => {
    await expect(composer(page)).toHaveValue(text);
    await expect(page.getByLabel('What does it show?')).toHaveValue('A portrait');
    await expect(page.getByLabel('Option 2', { exact: true })).toHaveValue('No');
    await expect(page.getByRole('button', { name: `Remove event, ${event.title}` })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Content warning' })).toHaveValue('Grief');
    await expect(shareButton(page)).toBeEnabled();
  };
  await waitUntilIdle();
  await page.reload();
  await expectWholeDraft();

  await waitUntilIdle(2);
  await ana.signOutEverywhere();
  tolerate(failedResponse(401));
  await shareButton(page).click();
  await expect(page).toHaveURL('/login');
  await logInInBrowser(page, ana);
  await expect(page).toHaveURL('/');
  await expectWholeDraft();
  await shareButton(page).click();
  await expect(toast(page)).toContainText('Your post has been shared with the community');
  await expect(page.getByLabel('Option 2', { exact: true })).toHaveCount(0);
  await ana.signIn();
  const [sharedPost] = await ana.readFeed();
  expect(sharedPost).toMatchObject({ content: text, contentWarning: 'Grief', eventId: event.id });
  expect(sharedPost?.images.map(({ alt }) => alt)).toEqual(['A portrait']);
  expect(sharedPost?.poll?.options.map(({ text }) => text)).toEqual(['Yes', 'No']);

  // A comment draft is restored at the same post.
  const { id } = await ana.share(unique('The garden in November.'));
  const commentField = page.getByPlaceholder('Write a comment...');
  await page.goto(`/posts/${id}`);
  await commentField.fill('The roses, still.');
  await waitUntilIdle(4);
  await ana.signOutEverywhere();
  await commentField.press('Enter');
  await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(`/posts/${id}`)}`);
  await logInInBrowser(page, ana);
  await expect(page).toHaveURL(`/posts/${id}`);
  await expect(commentField).toHaveValue('The roses, still.');

  await page.goto('/');
  await composer(page).click();
  await page.getByRole('button', { name: 'Poll' }).click();
  await page.getByLabel('Option 1', { exact: true }).fill('Of mine alone');
  const hasDraft = () => page.evaluate(() => JSON.stringify({ ...localStorage }).includes('Of mine alone'));
  expect(await hasDraft()).toBe(true);
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect(await hasDraft()).toBe(false);
});
