import type { Page } from '@playwright/test';
import { holdScripts, openServerRendered } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';

type EarlyInput = {
  title: string;
  path: string;
  enter: (page: Page) => Promise<void>;
  /** Waits for the effect after the scripts have loaded. */
  isDone: (page: Page) => Promise<void>;
};

const word = unique('storms');

const inputs: EarlyInput[] = [
  {
    title: 'a checkbox and a button after it',
    path: '/leaderboard',
    enter: async (page) => {
      await page.getByRole('checkbox', { name: /Show me on the leaderboard/ }).click();
      await page.getByRole('button', { name: 'This month' }).click();
    },
    isDone: async (page) => {
      await expect(page.getByRole('checkbox', { name: /Show me on the leaderboard/ })).not.toBeChecked();
      await expect(page.getByRole('button', { name: 'This month' })).toHaveAttribute('aria-pressed', 'true');
    },
  },
  {
    title: 'a form that is sent with Enter',
    path: '/settings/muted',
    enter: async (page) => {
      await page.getByLabel('Word or phrase to mute').fill(word);
      await page.getByLabel('Word or phrase to mute').press('Enter');
    },
    isDone: async (page) => {
      await expect(page).toHaveURL('/settings/muted');
      await expect(page.getByRole('listitem').filter({ hasText: word })).toBeVisible();
    },
  },
  {
    title: 'a tab',
    path: '/connections',
    enter: (page) => page.getByRole('tab', { name: /Requests/ }).click(),
    isDone: (page) => expect(page.getByRole('tab', { name: /Requests/ })).toHaveAttribute('aria-selected', 'true'),
  },
  {
    title: 'the first step of the welcome pages, with another name',
    path: '/welcome',
    enter: async (page) => {
      await expect(page.getByLabel('First name')).toHaveValue('Ana');
      await page.getByLabel('First name').fill('Annette');
      await page.getByRole('button', { name: 'Continue' }).click();
    },
    isDone: (page) => expect(page.getByText('Step 2 of 3')).toBeVisible(),
  },
];

test('input before the scripts load takes effect afterwards', async ({ join, openBrowser }) => {
  for (const { title, path, enter, isDone } of inputs)
    await test.step(title, async () => {
      const page = await openBrowser(await join('Ana'));
      const release = await holdScripts(page);
      await openServerRendered(page, path);
      await page.locator('html[data-is-set]').waitFor();
      await enter(page);
      release();
      await isDone(page);
    });
});
