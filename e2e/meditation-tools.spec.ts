import { toast } from './support/feed.ts';
import { expect, failedResponse, openForm, test } from './support/journey.ts';

const sections = ['Meditation', 'PDFs', 'Community', 'Book'];

test('without JavaScript a visitor can listen, download guides and register for the book', async ({ openBrowser }) => {
  const page = await openBrowser(null, { javaScriptEnabled: false, width: 375 });
  await page.goto('/dmtools', { waitUntil: 'commit' });
  await expect(page.locator('audio')).toHaveCount(4);
  for (const [link, type] of [
    [page.getByRole('link', { name: 'Breathing guide (PDF, 67 kB)' }), 'application/pdf'],
    [page.getByRole('link', { name: /^Download Four corners, 1\.1 MB/ }), 'audio/mpeg'],
  ] as const) {
    const response = await page.request.get((await link.getAttribute('href')) ?? '');
    expect([response.status(), response.headers()['content-type']]).toEqual([200, type]);
  }

  const form = page.getByRole('form', { name: 'Book notifications' });
  await form.getByLabel('First name').fill('Mara');
  await form.getByLabel('Last name').fill('Lund');
  await form.getByLabel('Email').fill(`mara-${Date.now()}@mail.test`);
  await form.getByRole('button', { name: 'Tell me when it is out' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you, Mara' })).toBeVisible();
  await expect(page).toHaveURL(/\/dmtools#book$/);

  await page.goto('/dmtools');
  await page.getByRole('complementary', { name: 'App' }).getByRole('link').click();
  await expect(page).toHaveURL('/install');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Install the app');
  for (const name of [/iPhone/, /Android/, /Computer/])
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
});

test('a visitor plays, pauses and seeks a recording, and only one plays at a time', async ({
  openBrowser,
  tolerate,
}) => {
  const page = await openBrowser();
  await openForm(page, '/dmtools');
  const button = (action: 'Play' | 'Pause', title: string) => page.getByRole('button', { name: `${action} ${title}` });
  const slider = page.getByRole('slider', { name: 'Position in Four corners' });
  await expect(slider).toHaveAttribute('aria-valuetext', '0:00 of 3:00');
  await button('Play', 'Four corners').press('Space');
  await expect(button('Pause', 'Four corners')).toBeFocused();
  await expect(slider).not.toHaveValue('0');
  await slider.press('PageUp');
  await expect(slider).toHaveValue(/^3\d$/);
  await expect(slider).toHaveAttribute('aria-valuetext', /^0:3\d of 3:00$/);

  await button('Play', 'With the tide').click();
  await expect(button('Pause', 'With the tide')).toBeVisible();
  await expect(button('Play', 'Four corners')).toBeVisible();

  tolerate(/net::ERR_FAILED/);
  await page.route('**/audio/rain-at-night.mp3', (route) => route.abort());
  await button('Play', 'Rain at night').click();
  await expect(page.getByText('This recording cannot be played right now. You can still download it.')).toBeVisible();
});

test('both forms show their result in place, and the book form shows errors and existing registrations', async ({
  openBrowser,
  tolerate,
}) => {
  const page = await openBrowser();
  const startedAt = Date.now();
  await openForm(page, '/dmtools');
  for (const [name, button] of [
    ['Waitlist', 'Join the waitlist'],
    ['Book notifications', 'Tell me when it is out'],
  ] as const) {
    const form = page.getByRole('form', { name });
    await form.getByLabel('First name').fill('Noor');
    await form.getByLabel('Last name').fill('Haddad');
    await form.getByLabel('Email').fill(`noor-${startedAt}@mail.test`);
    await form.getByRole('button', { name: button }).click();
    await expect(form).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { name: 'Thank you, Noor' })).toHaveCount(2);
  await expect(page).toHaveURL(/\/dmtools$/);

  await openForm(page, '/dmtools');
  const form = page.getByRole('form', { name: 'Book notifications' });
  const submitForm = () => form.getByRole('button', { name: 'Tell me when it is out' }).click();
  await form.getByLabel('First name').fill('Noor');
  await submitForm();
  await expect(toast(page)).toContainText('Missing Information');
  await expect(toast(page)).toContainText('Please fill in all required fields');
  await form.getByLabel('Last name').fill('Haddad');
  await form.getByLabel('Email').fill('noor at home');
  await submitForm();
  await expect(toast(page)).toContainText('Invalid Email');
  await expect(toast(page)).toContainText('Please enter a valid email address');
  await expect(form.getByLabel('Email')).toBeFocused();
  await form.getByLabel('Email').fill(`Noor-${startedAt}@mail.test`);
  tolerate(failedResponse(409));
  await submitForm();
  await expect(toast(page)).toContainText('Already Registered');
  await expect(toast(page)).toContainText('This email is already registered for book notifications.');
});

test('the section bar links to each section and covers nothing', async ({ openBrowser }) => {
  for (const width of [375, 1280]) {
    const page = await openBrowser(null, { width, height: 640 });
    await openForm(page, '/dmtools');
    const bar = page.getByRole('navigation', { name: 'On this page' });
    const [header, barBox] = await Promise.all([page.getByRole('banner').boundingBox(), bar.boundingBox()]);
    expect(Math.round((barBox?.y ?? 0) + (barBox?.height ?? 0))).toBe(640);
    for (const name of sections) {
      await bar.getByRole('link', { name }).press('Enter');
      await expect(page).toHaveURL(new RegExp(`#${name.toLowerCase()}$`));
      const heading = page.locator(`#${name.toLowerCase()}-title`);
      await expect(heading).toBeInViewport();
      const headingBox = await heading.boundingBox();
      expect(headingBox?.y).toBeGreaterThanOrEqual(header?.height ?? 0);
      await expect(bar.locator('[aria-current=location]')).toHaveText(name);
    }

    // The bar does not cover focused elements.
    await page.goto('/dmtools');
    await page.getByRole('main').focus();
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press('Tab');
      const coveredPixels = await page.evaluate(() => {
        const { activeElement } = document;
        const nav = document.querySelector('[data-section-bar]');
        if (!activeElement || !nav || !activeElement.closest('main') || nav.contains(activeElement)) return 0;
        return activeElement.getBoundingClientRect().bottom - nav.getBoundingClientRect().top;
      });
      expect(coveredPixels).toBeLessThanOrEqual(0);
    }
    // The bar does not cover the footer.
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight }));
    const [barBoxAtFooter, contentInfo] = await Promise.all([
      bar.boundingBox(),
      page.getByRole('contentinfo').boundingBox(),
    ]);
    expect(barBoxAtFooter?.y).toBe(barBox?.y);
    expect((contentInfo?.y ?? 0) + (contentInfo?.height ?? 0)).toBeLessThanOrEqual((barBoxAtFooter?.y ?? 0) + 1);
  }
});
