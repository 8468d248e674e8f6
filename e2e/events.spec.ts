import type { Locator, Page } from '@playwright/test';
import { addEvent, respondToEvent, eventCard } from './support/events.ts';
import { chooseFromMenu, holdScripts, openServerRendered, postWith, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { unique } from './support/member.ts';
import { request, withRole } from './support/members.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog');
async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Event' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Create Event' })).toBeVisible();
}
const submitDialog = (page: Page) => dialog(page).getByRole('button', { name: 'Create Event' }).click();

test('a manager creates an event that all members see, and each role sees only its own actions', async ({
  join,
  openBrowser,
}) => {
  const manager = await withRole(await join('Mia', 'Holt'), 'manager');
  const [page, memberPage] = [
    await openBrowser(manager, { timezoneId: 'Europe/Berlin' }),
    await openBrowser(await join(), { timezoneId: 'America/New_York' }),
  ];
  await page.goto('/events');
  await memberPage.goto('/events');
  await expect(page).toHaveTitle(/^Events · /);
  await openDialog(page);
  const title = unique('Evening by the river');
  await expect(dialog(page).getByLabel('Time zone')).toHaveValue('Europe/Berlin');
  await dialog(page).getByLabel('Title').fill(title);
  await dialog(page).getByLabel('Date and time').fill('2198-07-15T19:00');
  await dialog(page).getByLabel('Location').fill('The old gate');
  await dialog(page).getByLabel('Max attendees').fill('12');
  await dialog(page).getByLabel('Description').fill('Bring a blanket.\nTea is there.');
  await dialog(page).getByText('Upload a picture').click();
  await submitDialog(page);
  await expect(dialog(page).getByText('Please choose a picture, or none')).toBeVisible();
  await dialog(page).getByLabel('Picture', { exact: true }).setInputFiles('e2e/support/portrait.png');
  // Switching to another option and back keeps the file.
  await dialog(page).getByText('Use an external URL').click();
  await expect(dialog(page).getByLabel('Picture', { exact: true })).toBeHidden();
  await dialog(page).getByText('Upload a picture').click();
  await expect(dialog(page).getByLabel('Picture', { exact: true })).toHaveValue(/portrait\.png$/);
  const createRequests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/events')) createRequests.push(request.url());
  });
  // A double press creates one event.
  await dialog(page).getByRole('button', { name: 'Create Event' }).dblclick();
  await expect(toast(page)).toContainText('Event created');
  await expect(dialog(page)).toBeHidden();
  expect(createRequests).toHaveLength(1);

  const [managerCard, memberCard] = [eventCard(page, title), eventCard(memberPage, title)];
  for (const card of [managerCard, memberCard]) {
    await expect(card).toContainText('The old gate');
    await expect(card).toContainText('0 of 12 places taken');
    await expect(card).toContainText('Bring a blanket.\nTea is there.', { useInnerText: true });
    await expect(card.getByRole('link', { name: 'Mia Holt' })).toBeVisible();
    const picture = card.locator('img[src^="/media/"]');
    await expect(picture).toHaveJSProperty('complete', true);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  await expect(managerCard).toContainText(/Sunday,? 15 July 2198 at\s19:00/);
  await expect(managerCard).toContainText('Your time, CEST');
  await expect(managerCard).not.toContainText('Host’s time');
  await expect(memberCard).toContainText(/Sunday,? 15 July 2198 at\s13:00/);
  await expect(memberCard).toContainText('Your time, GMT-4');
  await expect(memberCard).toContainText(/Host’s time: Sunday,? 15 July 2198 at\s19:00, CEST/);

  await managerCard.getByRole('button', { name: /^Event options/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit Event' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Delete Event' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(memberCard.getByRole('button', { name: /^Event options/ })).toHaveCount(0);
  await expect(memberPage.getByRole('button', { name: 'Create Event' })).toHaveCount(0);

  await openDialog(page);
  await expect(dialog(page).getByLabel('Title')).toHaveValue('');
});

test('a manager edits an event and an admin deletes it, and all open browsers update live', async ({
  join,
  admin,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(400));
  const manager = await withRole(await join('Mia'), 'manager');
  const event = await addEvent(admin, { timeZone: 'Asia/Kolkata', maxAttendees: 2 });
  const ana = await join('Ana');
  for (const member of [ana, await join()]) await respondToEvent(member, event);
  const [page, anasPage, adasPage] = [await openBrowser(manager), await openBrowser(ana), await openBrowser(admin)];
  for (const openPage of [page, anasPage, adasPage]) await openPage.goto('/events');
  await chooseFromMenu(eventCard(page, event.title), 'Event options', 'Edit Event');
  // The time is shown in the organizer's time zone, whose offset is not a full hour.
  await expect(dialog(page).getByLabel('Date and time')).toHaveValue(/T15:30$/);
  await expect(dialog(page).getByLabel('Time zone')).toHaveValue('Asia/Kolkata');
  await dialog(page).getByLabel('Max attendees').fill('1');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByText('and none of them loses their place')).toBeVisible();
  await dialog(page).getByLabel('Max attendees').fill('');
  await dialog(page).getByLabel('Location').fill('Under the lime tree');
  const noticeShown = Promise.all([
    expect(toast(page)).toContainText('Event updated'),
    expect(toast(anasPage)).toContainText(`“${event.title}” is on`),
  ]);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await noticeShown;
  for (const openPage of [page, anasPage]) {
    await expect(eventCard(openPage, event.title)).toContainText('Under the lime tree');
    await expect(eventCard(openPage, event.title)).toContainText('2 going');
  }
  await chooseFromMenu(eventCard(adasPage, event.title), 'Event options', 'Delete Event');
  await expect(adasPage.getByRole('alertdialog')).toContainText('Are you sure you want to delete this event?');
  await Promise.all([
    expect(toast(adasPage)).toContainText('Event deleted'),
    expect(toast(anasPage)).toContainText('was cancelled'),
    adasPage.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
  ]);
  for (const openPage of [page, anasPage, adasPage]) await expect(eventCard(openPage, event.title)).toHaveCount(0);
});

test('the times of an event are the reader’s before the scripts load, and stay in place afterwards', async ({
  join,
  openBrowser,
}) => {
  const manager = await withRole(await join('Mia', 'Holt'), 'manager');
  const { id, title } = await addEvent(manager, { eventDate: '2198-05-01T12:00', timeZone: 'Europe/Berlin' });
  const member = await join();
  const text = unique('Who comes along?');
  await request(member, 'POST', '/api/posts', { content: text, eventId: id });
  const page = await openBrowser(member, { width: 375, timezoneId: 'Pacific/Kiritimati' });
  const release = await holdScripts(page);
  await openServerRendered(page, '/');
  await expect(postWith(page, text)).toContainText(/Wednesday,? 2 May 2198 at 00:00/);
  await openServerRendered(page, '/events');
  const card = eventCard(page, title);
  await expect(card.locator('[data-date-badge]')).toHaveText('May2');
  await expect(card).toContainText(/Wednesday,? 2 May 2198 at\s00:00Your time, Line Islands Time/);
  await expect(card).toContainText(/Host’s time: Tuesday,? 1 May 2198 at\s12:00, CEST/);
  const layout = async () => ({ text: await card.innerText(), box: await card.boundingBox() });
  const renderedLayout = await layout();
  release();
  await expect(page.locator('html[data-ready]')).toBeAttached();
  expect(await layout()).toEqual(renderedLayout);
});
