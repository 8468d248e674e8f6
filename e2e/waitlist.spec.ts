import type { Page } from '@playwright/test';
import { toast } from './support/feed.ts';
import { expect, failedResponse, openForm, test } from './support/journey.ts';
import { createPerson, type Person } from './support/member.ts';

const form = (page: Page) => page.getByRole('form', { name: 'Waitlist' });

async function fillForm(page: Page, person: Person) {
  await form(page).getByLabel('First name').fill(`  ${person.firstName} `);
  await form(page).getByLabel('Last name').fill(person.lastName);
  await form(page).getByLabel('Email').fill(person.email);
}

test('a visitor joins the waitlist, is thanked by name, and cannot join again @critical', async ({
  openBrowser,
  tolerate,
}) => {
  const wren = createPerson('Wren');
  const page = await openBrowser();
  await openForm(page, '/waitlist');
  await fillForm(page, wren);
  await form(page).getByLabel('Message').fill('I heard about you from a friend.');
  tolerate(failedResponse(500));
  await page.route('/waitlist', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await form(page).getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(toast(page)).toContainText('Something went wrong. Please try again.');
  // The input stays, and a second attempt succeeds.
  await form(page).getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you, Wren' })).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  // Focus moves here from the submit button, which has disappeared.
  await expect(page.getByRole('status').filter({ hasText: 'Thank you, Wren' })).toBeFocused();

  await openForm(page, '/waitlist');
  await fillForm(page, { ...wren, email: wren.email.toUpperCase() });
  tolerate(failedResponse(409));
  await form(page).getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(toast(page)).toContainText('Already Registered');
  await expect(toast(page)).toContainText('This email is already on our waitlist. Thank you for your interest!');
});

test('missing fields show errors next to the fields, without a script, and offline too', async ({
  openBrowser,
  tolerate,
}) => {
  const page = await openBrowser();
  await openForm(page, '/waitlist');
  await form(page).getByLabel('First name').fill('   ');
  await form(page).getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(toast(page)).toContainText(/Missing Information.*Please fill in all required fields/);
  await expect(form(page).getByLabel('First name')).toBeFocused();
  await expect(form(page).getByLabel('First name')).toHaveAccessibleDescription('Please tell us your first name');
  await expect(form(page).getByLabel('Email')).toHaveAccessibleDescription('Please enter your email address');

  await test.step('an untouched form shows the toast and sends nothing', async () => {
    const postRequests: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') postRequests.push(request.url());
    });
    await page.goto('/dmtools');
    await expect(page.locator('html[data-ready]')).toBeAttached();
    await page.getByRole('button', { name: 'Tell me when it is out' }).click();
    await expect(toast(page)).toContainText(/Missing Information.*Please fill in all required fields/);
    await expect(page).toHaveURL('/dmtools');
    expect(postRequests).toEqual([]);
  });

  await test.step('before its script has loaded, the form shows the errors', async () => {
    tolerate(failedResponse(400));
    const scriptless = await openBrowser();
    await scriptless.route('/assets/*.js', () => undefined);
    await scriptless.goto('/dmtools', { waitUntil: 'commit' });
    await scriptless.getByRole('button', { name: 'Tell me when it is out' }).click();
    const firstName = scriptless.getByRole('form', { name: 'Book notifications' }).getByLabel('First name');
    await expect(firstName).toHaveAccessibleDescription('Please tell us your first name');
    await expect(firstName).toBeInViewport();
  });

  await test.step('offline, the form shows an error and still validates its fields', async () => {
    await openForm(page, '/waitlist');
    await page.waitForLoadState('networkidle');
    tolerate(/net::ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await form(page).getByRole('button', { name: 'Join the waitlist' }).click();
    await expect(toast(page)).toContainText('Missing Information');
    await fillForm(page, createPerson('Wren'));
    await form(page).getByRole('button', { name: 'Join the waitlist' }).click();
    await expect(form(page).getByRole('alert')).toHaveText('Something went wrong. Please try again.');
    await page.context().setOffline(false);
    await form(page).getByRole('button', { name: 'Join the waitlist' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you, Wren' })).toBeVisible();
  });
});
