import type { Locator, Page } from '@playwright/test';
import { addEvent, respondToEvent, eventCard } from './support/events.ts';
import { toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';

const responseButton = (page: Page, title: string): Locator =>
  eventCard(page, title).getByRole('button', {
    name: /^(?:I’m going|You’re going|Join the waiting list|On the waiting list), /,
  });

test('a member attends and cancels, and a member on the waiting list moves up and gets a notice', async ({
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

  const download = cleosPage.waitForEvent('download');
  await cleosPage.goto('/events');
  await eventCard(cleosPage, title)
    .getByRole('link', { name: /^Add to calendar/ })
    .click();
  expect((await download).suggestedFilename()).toBe('event.ics');
});
