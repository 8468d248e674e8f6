import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addEvent, respondToEvent, eventCard } from './support/events.ts';
import { failRequest, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { idOf, request } from './support/members.ts';

const responseButton = (page: Page, title: string): Locator =>
  eventCard(page, title).getByRole('button', {
    name: /^(?:I’m going|You’re going|Join the waiting list|On the waiting list), /,
  });

test('a member attends and cancels, and a member on the waiting list moves up and gets a notice @critical', async ({
  join,
  admin,
  openBrowser,
}) => {
  const [ana, ben, cleo] = [await join('Ana', 'Lund'), await join('Ben'), await join('Cleo')];
  const event = await addEvent(admin, { maxAttendees: 1 });
  const [anasPage, bensPage] = [await openBrowser(ana), await openBrowser(ben)];
  for (const page of [anasPage, bensPage]) await page.goto('/events');
  const { title } = event;
  await expect(responseButton(anasPage, title)).toHaveText('I’m going');
  await expect(responseButton(anasPage, title).locator('svg')).toHaveCount(0);
  await responseButton(anasPage, title).click();
  await expect(toast(anasPage)).toContainText('You are going');
  await expect(responseButton(anasPage, title)).toHaveText('You’re going');
  await expect(responseButton(anasPage, title).locator('svg')).toHaveCount(1);
  await expect(responseButton(anasPage, title)).toHaveAttribute('aria-pressed', 'true');
  await expect(eventCard(anasPage, title).getByRole('link', { name: 'Ana Lund' })).toBeVisible();
  await expect(eventCard(bensPage, title)).toContainText('1 of 1 place taken');
  await expect(responseButton(bensPage, title)).toHaveText('Join the waiting list');
  await responseButton(bensPage, title).click();
  await expect(toast(bensPage)).toContainText('You are on the waiting list');
  await expect(responseButton(bensPage, title)).toHaveText('On the waiting list');
  await respondToEvent(cleo, event);
  await expect(eventCard(anasPage, title)).toContainText('1 of 1 place taken, 2 waiting');

  await responseButton(anasPage, title).click();
  await expect(anasPage.getByRole('alertdialog')).toContainText('The next person gets your place right away');
  const noticeShown = expect(
    toast(bensPage)
      .filter({ hasText: 'A place opened up' })
      .filter({ hasText: `You are going to “${title}”` }),
  ).toBeVisible();
  await anasPage.getByRole('alertdialog').getByRole('button', { name: 'Give it up' }).click();
  await expect(responseButton(anasPage, title)).toHaveText('Join the waiting list');
  await noticeShown;
  await expect(responseButton(bensPage, title)).toHaveText('You’re going');
  await expect(eventCard(anasPage, title)).toContainText('1 of 1 place taken, 1 waiting');

  // Cleo was offline and gets the notice once, at her next visit.
  await respondToEvent(ben, event, false);
  await expect(responseButton(bensPage, title)).toHaveText('Join the waiting list');
  const cleosPage = await openBrowser(cleo);
  const seenResponse = cleosPage.waitForResponse('/api/event-notices/seen');
  await cleosPage.goto('/');
  await expect(toast(cleosPage)).toContainText('A place opened up');
  // A notice has a bell icon. Only toasts about the member's own actions have a tick.
  await expect(toast(cleosPage).locator('.lucide-bell')).toHaveCount(1);
  await expect(toast(cleosPage).locator('.lucide-circle-check')).toHaveCount(0);
  await seenResponse;
  const noticesResponse = cleosPage.waitForResponse('/api/event-notices');
  await cleosPage.reload();
  expect(await (await noticesResponse).json()).toEqual([]);
});

test('a response to an event is kept when an older list of events arrives late', async ({
  join,
  admin,
  openBrowser,
}) => {
  const { title } = await addEvent(admin, { maxAttendees: 1 });
  const page = await openBrowser(await join());
  await page.goto('/events');
  await expect(eventCard(page, title)).toBeVisible();
  const listFetched = Promise.withResolvers<void>();
  const responseSaved = Promise.withResolvers<void>();
  await page.route(
    '**/api/events?**',
    async (route) => {
      const olderResponse = await route.fetch();
      listFetched.resolve();
      await responseSaved.promise;
      // The browser may have canceled the request.
      await route.fulfill({ response: olderResponse }).catch(() => undefined);
    },
    { times: 1 },
  );
  const laterEvent = await addEvent(admin);
  await listFetched.promise;
  await responseButton(page, title).click();
  await expect(toast(page)).toContainText('You are going');
  responseSaved.resolve();
  await expect(eventCard(page, laterEvent.title)).toBeVisible();
  await expect(responseButton(page, title)).toHaveAttribute('aria-pressed', 'true');
});

test('a response that fails to save shows an error and changes nothing', async ({
  join,
  admin,
  openBrowser,
  tolerate,
}) => {
  const event = await addEvent(admin);
  const page = await openBrowser(await join());
  await page.goto('/events');
  tolerate(failedResponse(500));
  await page.route(`/api/events/${event.id}/attendance`, (route) => failRequest(route));
  await responseButton(page, event.title).click();
  await expect(toast(page)).toContainText('Failed to save your response. Please try again.');
  await expect(responseButton(page, event.title)).toHaveAttribute('aria-pressed', 'false');
  await expect(responseButton(page, event.title)).toBeFocused();
});

test('a member downloads the calendar file', async ({ join, admin, openBrowser }) => {
  const event = await addEvent(admin);
  const page = await openBrowser(await join());
  await page.goto('/events');
  const download = page.waitForEvent('download');
  await eventCard(page, event.title)
    .getByRole('link', { name: /^Add to calendar/ })
    .click();
  expect((await download).suggestedFilename()).toBe('event.ics');
});

test('a blocked member is not listed among attendees', async ({ join, admin, openBrowser }) => {
  const [ana, tom] = [await join('Ana', 'Lund'), await join('Tom')];
  const event = await addEvent(admin);
  await respondToEvent(ana, event);
  const page = await openBrowser(tom);
  await page.goto('/events');
  await expect(eventCard(page, event.title).getByRole('link', { name: 'Ana Lund' })).toBeVisible();
  await request(tom, 'POST', `/api/blocks/${await idOf(ana)}`);
  await expect(eventCard(page, event.title).getByRole('link', { name: 'Ana Lund' })).toHaveCount(0);
  await expect(eventCard(page, event.title)).toContainText('1 going');
});

test('the events are accessible, and a member responds by keyboard', async ({ join, admin, openBrowser }) => {
  const event = await addEvent(admin, {
    title: 'Unbreakable'.repeat(9),
    location: 'Somewhere'.repeat(20),
    description: 'and so on '.repeat(40),
    timeZone: 'Pacific/Auckland',
    maxAttendees: 20,
  });
  for (let count = 0; count < 7; count += 1) await respondToEvent(await join('Maximiliane-Friederike'), event);
  const page = await openBrowser(await join());
  await page.goto('/events');
  await expect(eventCard(page, event.title)).toContainText('+2');
  await expectAccessible(page, 'events');
  await responseButton(page, event.title).focus();
  await page.keyboard.press('Enter');
  await expect(responseButton(page, event.title)).toHaveAttribute('aria-pressed', 'true');
  await expect(responseButton(page, event.title)).toBeFocused();
});
