import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addEvent, respondToEvent, eventCard } from './support/events.ts';
import { failRequests, failRequest, holdRequest, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { createPerson, Member, unique } from './support/member.ts';
import { sendRequest, request, withRole } from './support/members.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog');
async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Event' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Create Event' })).toBeVisible();
}
const submitDialog = (page: Page) => dialog(page).getByRole('button', { name: 'Create Event' }).click();

test('a manager creates an event that all members see, and each role sees only its own actions @critical', async ({
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
  }
  await expect(managerCard).toContainText(/Sunday,? 15 July 2198 at 19:00/);
  await expect(managerCard).toContainText('Your time, Central European Summer Time');
  await expect(managerCard).not.toContainText('Host’s time');
  await expect(memberCard).toContainText(/Sunday,? 15 July 2198 at 13:00/);
  await expect(memberCard).toContainText('Your time, Eastern Daylight Time');
  await expect(memberCard).toContainText(/Host’s time: Sunday,? 15 July 2198 at 19:00, Central European Summer Time/);

  await expect(managerCard.getByRole('button', { name: /^Edit event/ })).toBeVisible();
  await expect(managerCard.getByRole('button', { name: /^Delete event/ })).toHaveCount(0);
  await expect(memberCard.getByRole('button', { name: /^(?:Edit|Delete) event/ })).toHaveCount(0);
  await expect(memberPage.getByRole('button', { name: 'Create Event' })).toHaveCount(0);

  await openDialog(page);
  await expect(dialog(page).getByLabel('Title')).toHaveValue('');
});

const readStatus = async (...requestArguments: Parameters<typeof sendRequest>) =>
  (await sendRequest(...requestArguments)).status;

test('members cannot manage events, and managers cannot delete them', async ({ join, admin }) => {
  const [ana, manager] = [await join('Ana'), await withRole(await join('Mia'), 'manager')];
  const event = await addEvent(admin);
  const body = { title: 'Mine', eventDate: event.eventDate };
  expect(await readStatus(ana, 'POST', '/api/events', body)).toBe(403);
  expect(await readStatus(ana, 'PUT', `/api/events/${event.id}`, body)).toBe(403);
  expect(await readStatus(ana, 'DELETE', `/api/events/${event.id}`)).toBe(403);
  expect(await readStatus(manager, 'DELETE', `/api/events/${event.id}`)).toBe(403);
  expect(await readStatus(manager, 'PUT', `/api/events/${event.id}`, body)).toBe(200);
  expect(await readStatus(admin, 'DELETE', `/api/events/${event.id}`)).toBe(204);
});

test('the event form shows errors and keeps its input', async ({ admin, openBrowser, tolerate }) => {
  tolerate(failedResponse(400));
  const page = await openBrowser(admin, { timezoneId: 'Europe/Berlin' });
  await page.goto('/events');
  await openDialog(page);
  await submitDialog(page);
  await expect(dialog(page).getByText('Please give the event a title')).toBeVisible();
  await expect(dialog(page).getByText('Please choose a date and time')).toBeVisible();
  await expect(dialog(page).getByLabel('Title')).toBeFocused();
  await expectAccessible(page, 'the event dialog');

  const title = unique('Night walk');
  await dialog(page).getByLabel('Title').fill(title);
  for (const invalidNumber of ['0', '-2', '2.5', 'many']) {
    await dialog(page).getByLabel('Max attendees').fill(invalidNumber);
    await expect(dialog(page).getByText(/Please enter a (?:whole )?number/)).toBeVisible();
  }
  await dialog(page).getByLabel('Max attendees').fill('');
  await dialog(page).getByLabel('Date and time').fill('2001-03-04T20:00');
  await expect(dialog(page).getByText('The event will be listed as past.')).toBeVisible();
  await submitDialog(page);
  const confirmation = page.getByRole('alertdialog', { name: 'This time is in the past' });
  await expect(confirmation.getByRole('button', { name: 'Change the time' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(confirmation).toBeHidden();
  await expect(dialog(page).getByLabel('Date and time')).toHaveValue('2001-03-04T20:00');
  // Only the server checks for times skipped by daylight saving.
  await dialog(page).getByLabel('Date and time').fill('2027-03-28T02:30');
  await submitDialog(page);
  await expect(dialog(page).getByText('Clocks skip this time when they go forward.')).toBeVisible();
  await expect(page.locator('li', { hasText: 'Failed to create event. Please try again.' })).toBeVisible();
  await dialog(page).getByText('Use an external URL').click();
  await dialog(page).getByLabel('Image URL').fill('javascript:alert(1)');
  await submitDialog(page);
  await expect(dialog(page).getByText('Please enter an address that begins with https://')).toBeVisible();

  await page.keyboard.press('Escape');
  await page.reload();
  await openDialog(page);
  await expect(dialog(page).getByLabel('Title')).toHaveValue(title);
  await expect(dialog(page).getByLabel('Date and time')).toHaveValue('2027-03-28T02:30');
  await dialog(page).getByText('None', { exact: true }).click();
  await dialog(page).getByLabel('Date and time').fill('2001-03-04T20:00');
  await submitDialog(page);
  await confirmation.getByRole('button', { name: 'Create anyway' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(eventCard(page, title)).toHaveCount(0);
});

test('an event that fails to save keeps its input, and a retry creates it once', async ({
  admin,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(500));
  const page = await openBrowser(admin);
  await page.goto('/events');
  const title = unique('Tea');
  const keys: (string | undefined)[] = [];
  await page.route('/api/events', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys.push(route.request().headers()['idempotency-key']);
    // The server creates the event, but its response is lost.
    if (keys.length === 1) await route.fetch();
    return keys.length === 1 ? failRequest(route) : route.continue();
  });
  await openDialog(page);
  await dialog(page).getByLabel('Title').fill(title);
  await dialog(page).getByLabel('Date and time').fill('2196-05-01T16:00');
  await submitDialog(page);
  await expect(page.locator('li', { hasText: 'Failed to create event. Please try again.' })).toBeVisible();
  await submitDialog(page);
  await expect(toast(page)).toContainText('Event created');
  expect(keys).toEqual([keys[0], keys[0]]);
  await expect(eventCard(page, title)).toHaveCount(1);
});

test('the event form cannot be changed while it is being sent', async ({ admin, openBrowser }) => {
  const page = await openBrowser(admin, { timezoneId: 'Europe/Berlin' });
  await page.goto('/events');
  const heldRequest = await holdRequest(page, '/api/events', 'POST');
  await openDialog(page);
  await dialog(page).getByLabel('Title').fill(unique('Tea'));
  await dialog(page).getByLabel('Date and time').fill('2196-05-01T16:00');
  await submitDialog(page);
  const timeZoneField = dialog(page).getByLabel('Time zone');
  await expect(timeZoneField).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog(page).getByLabel('Title')).not.toBeEditable();
  await dialog(page).getByRole('radio', { name: 'Use an external URL' }).click({ force: true });
  await expect(dialog(page).getByRole('radio', { name: 'None', exact: true })).toBeChecked();
  await timeZoneField.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('a');
  await expect(timeZoneField).toHaveValue('Europe/Berlin');
  await expect(timeZoneField).toBeFocused();
  await heldRequest.arrived;
  heldRequest.release();
  await expect(toast(page)).toContainText('Event created');
});

test('an event picture can be uploaded, and one from another site loads only after the member agrees', async ({
  join,
  admin,
  openBrowser,
  tolerate,
}) => {
  tolerate(/request to another site: https:\/\/pictures\.test\//);
  const page = await openBrowser(admin);
  await page.goto('/events');
  await openDialog(page);
  const title = unique('With a picture');
  await dialog(page).getByLabel('Title').fill(title);
  await dialog(page).getByLabel('Date and time').fill('2195-05-01T16:00');
  await dialog(page).getByText('Upload a picture').click();
  await submitDialog(page);
  await expect(dialog(page).getByText('Please choose a picture, or none')).toBeVisible();
  await dialog(page).getByLabel('Picture', { exact: true }).setInputFiles('e2e/support/portrait.png');
  // Switching to another option and back keeps the file.
  await dialog(page).getByText('Use an external URL').click();
  await expect(dialog(page).getByLabel('Picture', { exact: true })).toBeHidden();
  await dialog(page).getByText('Upload a picture').click();
  await expect(dialog(page).getByLabel('Picture', { exact: true })).toHaveValue(/portrait\.png$/);
  await submitDialog(page);
  await expect(toast(page)).toContainText('Event created');
  const picture = eventCard(page, title).locator('img[src^="/media/"]');
  await expect(picture).toHaveJSProperty('complete', true);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  const { title: externalPictureTitle } = await addEvent(admin, { imageUrl: 'https://pictures.test/gate.webp' });
  const otherMemberPage = await openBrowser(await join());
  const pictureRequests: string[] = [];
  await otherMemberPage.route('https://pictures.test/**', (route) => {
    pictureRequests.push(route.request().url());
    return route.fulfill({ path: 'e2e/support/portrait.png' });
  });
  await otherMemberPage.goto('/events');
  const showButton = eventCard(otherMemberPage, externalPictureTitle).getByRole('button', {
    name: 'Show the picture from pictures.test',
  });
  await expect(showButton).toBeVisible();
  expect(pictureRequests).toEqual([]);
  await showButton.click();
  await expect(
    eventCard(otherMemberPage, externalPictureTitle).locator('img[src="https://pictures.test/gate.webp"]'),
  ).toBeVisible();
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
  await eventCard(page, event.title)
    .getByRole('button', { name: /^Edit event/ })
    .click();
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
  await eventCard(adasPage, event.title)
    .getByRole('button', { name: /^Delete event/ })
    .click();
  await expect(adasPage.getByRole('alertdialog')).toContainText('Are you sure you want to delete this event?');
  await Promise.all([
    expect(toast(adasPage)).toContainText('Event deleted'),
    expect(toast(anasPage)).toContainText('was cancelled'),
    adasPage.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click(),
  ]);
  for (const openPage of [page, anasPage, adasPage]) await expect(eventCard(openPage, event.title)).toHaveCount(0);
});

test('past events are listed separately and accept no responses', async ({ join, admin, openBrowser }) => {
  const event = await addEvent(admin, { title: unique('Last summer'), eventDate: '2019-07-01T10:00:00.000Z' });
  const page = await openBrowser(await join());
  await page.goto('/events');
  await expect(page.getByRole('button', { name: 'Upcoming' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Past' }).click();
  await expect(eventCard(page, event.title)).toContainText('This event is over');
  await expect(eventCard(page, event.title).getByRole('button')).toHaveCount(0);
  await expect(page).toHaveURL('/events?when=past');
  await page.reload();
  await expect(eventCard(page, event.title)).toBeVisible();
  await page.getByRole('button', { name: 'Upcoming' }).click();
  await expect(eventCard(page, event.title)).toHaveCount(0);
});

test('the events screen shows an empty state and a load error', async ({ join, openBrowser, tolerate }) => {
  const page = await openBrowser(await join());
  await page.route(/\/api\/events\?/, (route) => route.fulfill({ json: [] }));
  await page.goto('/events');
  await expect(page.getByRole('heading', { name: 'No upcoming events' })).toBeVisible();
  await expectAccessible(page, 'no events');
  await page.goto('/events?when=past');
  await expect(page.getByRole('heading', { name: 'No past events yet' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  tolerate(failedResponse(500));
  const failingRequests = await failRequests(page, /\/api\/events\?/);
  await page.goto('/events');
  await expect(page.getByRole('heading', { name: 'The events could not be loaded' })).toBeVisible();
  failingRequests.restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'The events could not be loaded' })).toBeHidden();
});

test('a next page that failed to load is retried only when the member presses "Try again"', async ({
  startServer,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(500));
  const admin = await Member.join(await startServer(), createPerson('Ada', 'Warden'));
  const laterEvent = await addEvent(admin);
  const requestedCursors: string[] = [];
  let isFailing = true;
  const page = await openBrowser(admin);
  // One event per page, so that the end of the list is always near.
  await page.route('**/api/events?**', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '1');
    const cursor = url.searchParams.get('cursor');
    if (cursor !== null) requestedCursors.push(cursor);
    return cursor !== null && isFailing ? failRequest(route) : route.continue({ url: url.href });
  });
  const eventDate = '2198-05-01T10:00:00.000Z';
  const first = await addEvent(admin, { eventDate });
  const retryButton = page.getByRole('button', { name: 'Try again' });
  const changeFirstEvent = async (title: string) => {
    await request(admin, 'PUT', `/api/events/${first.id}`, { title, eventDate });
    await expect(eventCard(page, title)).toBeVisible();
    await expect(retryButton).toBeVisible();
  };
  const connection = await controlLiveConnection(page);
  await page.goto('/events');
  await expect(retryButton).toBeVisible();
  // The next page may be requested twice, if opening the live connection refetched the list.
  await connection.waitUntilCaughtUp();
  requestedCursors.length = 0;
  await changeFirstEvent('A walk at noon');
  expect(requestedCursors).toHaveLength(0);
  await retryButton.click();
  await expect.poll(() => requestedCursors).toHaveLength(1);
  await expect(retryButton).toBeVisible();
  await changeFirstEvent('A walk at dusk');
  await changeFirstEvent('A walk at dawn');
  expect(requestedCursors).toHaveLength(1);
  isFailing = false;
  await retryButton.click();
  await expect(eventCard(page, laterEvent.title)).toBeVisible();
  expect(requestedCursors).toHaveLength(2);
});
