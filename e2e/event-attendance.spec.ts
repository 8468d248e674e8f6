import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addEvent, answerEvent, eventCard } from './support/events.ts';
import { failCall, toast } from './support/feed.ts';
import { expect, failedAnswer, test } from './support/journey.ts';
import { idOf, request } from './support/members.ts';

const answerButton = (page: Page, title: string): Locator =>
  eventCard(page, title).getByRole('button', {
    name: /^(?:I’m going|You’re going|Join the waiting list|On the waiting list), /,
  });

test('a member goes, waits, moves up and is told at once, and takes it back @critical', async ({
  join,
  admin,
  openBrowser,
}) => {
  const [ana, ben, cleo] = [await join('Ana', 'Lund'), await join('Ben'), await join('Cleo')];
  const event = await addEvent(admin, { maxAttendees: 1 });
  const [anas, bens] = [await openBrowser(ana), await openBrowser(ben)];
  for (const page of [anas, bens]) await page.goto('/events');
  const { title } = event;
  await expect(answerButton(anas, title)).toHaveText('I’m going');
  await expect(answerButton(anas, title).locator('svg')).toHaveCount(0);
  await answerButton(anas, title).click();
  await expect(toast(anas)).toContainText('You are going');
  await expect(answerButton(anas, title)).toHaveText('You’re going');
  await expect(answerButton(anas, title).locator('svg')).toHaveCount(1);
  await expect(answerButton(anas, title)).toHaveAttribute('aria-pressed', 'true');
  await expect(eventCard(anas, title).getByRole('link', { name: 'Ana Lund' })).toBeVisible();
  await expect(eventCard(bens, title)).toContainText('1 of 1 place taken');
  await expect(answerButton(bens, title)).toHaveText('Join the waiting list');
  await answerButton(bens, title).click();
  await expect(toast(bens)).toContainText('You are on the waiting list');
  await expect(answerButton(bens, title)).toHaveText('On the waiting list');
  await answerEvent(cleo, event);
  await expect(eventCard(anas, title)).toContainText('1 of 1 place taken, 2 waiting');

  await answerButton(anas, title).click();
  await expect(anas.getByRole('alertdialog')).toContainText('the next one gets your place at once');
  const told = expect(
    toast(bens)
      .filter({ hasText: 'A place came free' })
      .filter({ hasText: `You are going to “${title}”` }),
  ).toBeVisible();
  await anas.getByRole('alertdialog').getByRole('button', { name: 'Give it away' }).click();
  await expect(answerButton(anas, title)).toHaveText('Join the waiting list');
  await told;
  await expect(answerButton(bens, title)).toHaveText('You’re going');
  await expect(eventCard(anas, title)).toContainText('1 of 1 place taken, 1 waiting');

  // Cleo was not here: she is told when she comes, once.
  await answerEvent(ben, event, false);
  await expect(answerButton(bens, title)).toHaveText('Join the waiting list');
  const cleos = await openBrowser(cleo);
  const seen = cleos.waitForResponse('/api/event-notices/seen');
  await cleos.goto('/');
  await expect(toast(cleos)).toContainText('A place came free');
  // News has a bell: the tick belongs to the member's own actions.
  await expect(toast(cleos).locator('.lucide-bell')).toHaveCount(1);
  await expect(toast(cleos).locator('.lucide-circle-check')).toHaveCount(0);
  await seen;
  const read = cleos.waitForResponse('/api/event-notices');
  await cleos.reload();
  expect(await (await read).json()).toEqual([]);
});

test('an answer given while the list was on its way stays', async ({ join, admin, openBrowser }) => {
  const { title } = await addEvent(admin, { maxAttendees: 1 });
  const page = await openBrowser(await join());
  await page.goto('/events');
  await expect(eventCard(page, title)).toBeVisible();
  const isRead = Promise.withResolvers<void>();
  const isAnswered = Promise.withResolvers<void>();
  await page.route(
    '**/api/events?**',
    async (route) => {
      const before = await route.fetch();
      isRead.resolve();
      await isAnswered.promise;
      // The browser may have given it up.
      await route.fulfill({ response: before }).catch(() => undefined);
    },
    { times: 1 },
  );
  const other = await addEvent(admin);
  await isRead.promise;
  await answerButton(page, title).click();
  await expect(toast(page)).toContainText('You are going');
  isAnswered.resolve();
  await expect(eventCard(page, other.title)).toBeVisible();
  await expect(answerButton(page, title)).toHaveAttribute('aria-pressed', 'true');
});

test('an answer that could not be saved is said, and nothing else changes', async ({
  join,
  admin,
  openBrowser,
  tolerate,
}) => {
  const event = await addEvent(admin);
  const page = await openBrowser(await join());
  await page.goto('/events');
  tolerate(failedAnswer(500));
  await page.route(`/api/events/${event.id}/attendance`, (route) => failCall(route));
  await answerButton(page, event.title).click();
  await expect(toast(page)).toContainText('Failed to save your answer. Please try again.');
  await expect(answerButton(page, event.title)).toHaveAttribute('aria-pressed', 'false');
  await expect(answerButton(page, event.title)).toBeFocused();
});

test('the calendar file is saved by a press', async ({ join, admin, openBrowser }) => {
  const event = await addEvent(admin);
  const page = await openBrowser(await join());
  await page.goto('/events');
  const download = page.waitForEvent('download');
  await eventCard(page, event.title)
    .getByRole('link', { name: /^Add to calendar/ })
    .click();
  expect((await download).suggestedFilename()).toBe('event.ics');
});

test('whom a block hides is not shown among those who go', async ({ join, admin, openBrowser }) => {
  const [ana, tom] = [await join('Ana', 'Lund'), await join('Tom')];
  const event = await addEvent(admin);
  await answerEvent(ana, event);
  const page = await openBrowser(tom);
  await page.goto('/events');
  await expect(eventCard(page, event.title).getByRole('link', { name: 'Ana Lund' })).toBeVisible();
  await request(tom, 'POST', `/api/blocks/${await idOf(ana)}`);
  await expect(eventCard(page, event.title).getByRole('link', { name: 'Ana Lund' })).toHaveCount(0);
  await expect(eventCard(page, event.title)).toContainText('1 going');
});

test('the events are accessible, and answered by the keyboard alone', async ({ join, admin, openBrowser }) => {
  const event = await addEvent(admin, {
    title: 'Unbreakable'.repeat(9),
    location: 'Somewhere'.repeat(20),
    description: 'and so on '.repeat(40),
    timeZone: 'Pacific/Auckland',
    maxAttendees: 20,
  });
  for (let count = 0; count < 7; count += 1) await answerEvent(await join('Maximiliane-Friederike'), event);
  const page = await openBrowser(await join());
  await page.goto('/events');
  await expect(eventCard(page, event.title)).toContainText('+2');
  await expectAccessible(page, 'events');
  await answerButton(page, event.title).focus();
  await page.keyboard.press('Enter');
  await expect(answerButton(page, event.title)).toHaveAttribute('aria-pressed', 'true');
  await expect(answerButton(page, event.title)).toBeFocused();
});
