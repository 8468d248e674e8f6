import type { Page } from '@playwright/test';
import { commentButton, composer, postWith } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';
import { connect } from './support/members.ts';
import { messageList, messageWith, openChat, sendMessage } from './support/messages.ts';

/** Far from UTC, so that a time formatted in the wrong time zone fails the test. */
const timezoneId = 'Pacific/Auckland';

/** Formats a time in English for a region. */
const formatEnglish = (
  { region, hourCycle }: { region: string; hourCycle: 'h12' | 'h23' },
  options: Intl.DateTimeFormatOptions,
  date: string,
): string => new Intl.DateTimeFormat(region, { timeZone: timezoneId, hourCycle, ...options }).format(new Date(date));
const fullDateTime = { dateStyle: 'full', timeStyle: 'short' } as const;

/** Returns all text, tooltips and labels of the page. */
const readAllText = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.body.innerText,
      ...[...document.querySelectorAll('[title], [aria-label]')].map(
        (element) => `${element.getAttribute('title') ?? ''} ${element.getAttribute('aria-label') ?? ''}`,
      ),
    ].join('\n'),
  );

test('in any browser language, text and numbers are English, and dates and crisis lines follow the reader’s region', async ({
  join,
  openBrowser,
}) => {
  const [ines, otto] = [await join('Ines', 'Inal'), await join('Otto')];
  await connect(ines, otto);
  const text = unique('Tea, slowly.');
  const post = await ines.share(text);
  await otto.like(post.id);
  await ines.comment(post.id, 'And a biscuit.');
  await sendMessage(otto, ines, 'Good evening');
  for (const [locale, region, hourCycle] of [
    ['de-DE', 'en-GB', 'h23'],
    ['ar-EG', 'en-AU', 'h12'],
  ] as const) {
    const page = await openBrowser(ines, { locale, timezoneId });
    await page.goto('/');
    const card = postWith(page, text);
    await expect(
      card
        .locator('header')
        .getByTitle(formatEnglish({ region, hourCycle }, fullDateTime, post.createdAt), { exact: true }),
    ).toBeVisible();
    await expect(card).toContainText(/less than a minute ago|\d minutes? ago/);
    await commentButton(card).click();
    await expect(card.getByText('And a biscuit.')).toBeVisible();
    await composer(page).fill('x'.repeat(4_987));
    await expect(page.getByText('4,987/5,000')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Your menu' })).toHaveText(/^II/);
    expect(await readAllText(page)).not.toMatch(/[٠-٩۰-۹]/);

    await openChat(page, otto);
    const message = messageWith(page, 'Good evening');
    const sentAt = (await messageList(page).locator('time').getAttribute('datetime'))!;
    await expect(message).toContainText(
      formatEnglish({ region, hourCycle }, { hour: 'numeric', minute: '2-digit' }, sentAt),
    );
    await expect(message.getByTitle(formatEnglish({ region, hourCycle }, fullDateTime, sentAt))).toBeVisible();
    expect(await readAllText(page)).not.toMatch(/[٠-٩۰-۹]/);
  }

  const visitor = await openBrowser(null, { locale: 'en-IE' });
  await visitor.goto('/crisis');
  await expect(visitor.getByRole('main').getByRole('listitem').first()).toContainText('Ireland');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('You do not have to get through this alone');
});
