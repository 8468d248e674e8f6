import type { Page } from '@playwright/test';
import { codeOf } from '../apps/server/test/authenticator.ts';
import { composer, toast } from './support/feed.ts';
import { expect, failedResponse, logInInBrowser, test } from './support/journey.ts';
import { createPerson } from './support/member.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const readBackground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const readFontSize = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);

test('appearance settings apply before the first paint and on other devices', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  const page = await openBrowser(ana, { colorScheme: 'light' });
  await page.goto('/settings');
  const appearanceSection = section(page, 'Appearance');
  const lightBackground = await readBackground(page);
  await appearanceSection.getByLabel('Dark', { exact: true }).check();
  await expect.poll(() => readBackground(page)).not.toBe(lightBackground);
  const darkBackground = await readBackground(page);
  await appearanceSection.getByLabel('Text size').selectOption('150%');
  await expect.poll(() => readFontSize(page)).toBe('24px');
  await appearanceSection.getByLabel('Reduce motion').check();
  await expect(page.locator('html')).toHaveAttribute('data-motion', 'reduced');
  const readStoredSettings = async () => (await (await page.request.get('/api/settings')).json()) as object;
  await expect.poll(readStoredSettings).toMatchObject({ theme: 'dark', textSize: 150, motion: 'reduced' });

  for (const path of ['/', '/settings', '/crisis', '/privacy', '/login', '/waitlist']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('html'), path).toHaveAttribute('data-theme', 'dark');
    await page.waitForLoadState();
    expect([await readBackground(page), await readFontSize(page)], path).toEqual([darkBackground, '24px']);
  }

  const phone = await openBrowser(ana, { colorScheme: 'light' });
  await phone.goto('/');
  await expect(phone.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a member signs out another browser and changes email and password', async ({
  join,
  openBrowser,
  server,
  tolerate,
}) => {
  tolerate(failedResponse(400));
  // Requests of the signed-out browser that are still in flight.
  tolerate(failedResponse(401));
  tolerate(/WebSocket .* failed: HTTP Authentication failed/);
  const ana = await join('Ana');
  const page = await openBrowser(ana);
  await page.goto('/settings');
  const otherSessions = section(page, 'Where you are signed in')
    .getByRole('listitem')
    .filter({ hasNotText: 'This device' });

  await test.step('another browser is signed out at once', async () => {
    await ana.signIn();
    const phone = await openBrowser(ana);
    await phone.goto('/');
    await expect(composer(phone)).toBeVisible();
    await page.reload();
    await expect(otherSessions).toHaveCount(1);
    await otherSessions.getByRole('button', { name: /^Sign out/ }).click();
    await expect(otherSessions).toHaveCount(0);
    await expect(phone).toHaveURL(/\/login/);
  });

  await test.step('another browser is signed out at once', async () => {
    await ana.signIn();
    const phone = await openBrowser(ana);
    await phone.goto('/');
    await expect(composer(phone)).toBeVisible();
    await page.reload();
    await expect(otherSessions).toHaveCount(1);
    await otherSessions.getByRole('button', { name: /^Sign out/ }).press('Enter');
    await expect(otherSessions).toHaveCount(0);
    await expect(section(page, 'Signed-in browsers')).toBeFocused();
    await expect(phone).toHaveURL(/\/login/);
  });

  await test.step('a browser that connects late also returns to login', async () => {
    await ana.signIn();
    await page.reload();
    await expect(otherSessions).toHaveCount(1);
    const phone = await openBrowser(ana);
    const sessionEnded = Promise.withResolvers<void>();
    await phone.routeWebSocket('/ws', async (socket) => {
      await sessionEnded.promise;
      socket.connectToServer();
    });
    await phone.goto('/');
    await expect(composer(phone)).toBeVisible();
    await otherSessions.getByRole('button', { name: /^Sign out/ }).click();
    await expect(otherSessions).toHaveCount(0);
    sessionEnded.resolve();
    await expect(phone).toHaveURL(/\/login/);
  });

  await test.step('a new address is confirmed with a mailed link', async () => {
    const address = createPerson('Anna').email;
    await section(page, 'Email').getByRole('button', { name: 'Change email' }).click();
    await dialog(page).getByLabel('New email').fill(address);
    await dialog(page).getByLabel('Your password', { exact: true }).fill('not the password');
    await dialog(page).getByRole('button', { name: 'Send the link' }).click();
    await expect(dialog(page).getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(
      /not your current password/,
    );
    await dialog(page).getByLabel('Your password', { exact: true }).fill(ana.password);
    await dialog(page).getByRole('button', { name: 'Send the link' }).click();
    await expect(section(page, 'Email').getByRole('alert')).toContainText(address);
    await expect.poll(async () => (await server.mailsTo(address)).length).toBe(1);
    const [mail = ''] = await server.mailsTo(address);
    const token = /token=([\w-]+)/.exec(mail)?.[1] ?? '';
    await page.goto(`/confirm-email?token=${token}`);
    await page.getByRole('button', { name: 'Use this address' }).click();
    await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
    await page.goto('/settings');
    await expect(section(page, 'Email')).toContainText(address);
  });

  await test.step('a password that is easy to guess is refused', async () => {
    await section(page, 'Password').getByRole('button', { name: 'Change password' }).click();
    await dialog(page).getByLabel('Current password', { exact: true }).fill(ana.password);
    await dialog(page).getByLabel('New password', { exact: true }).fill('MindfulCommons1');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByLabel('New password', { exact: true })).toHaveAccessibleDescription(/are safer/);
    await dialog(page).getByLabel('New password', { exact: true }).fill('a lantern by the gate');
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page)).toBeHidden();
  });
});

test('a member turns on two-factor sign-in and logs in with a code, also without JavaScript', async ({
  join,
  openBrowser,
  server,
  tolerate,
}) => {
  tolerate(failedResponse(400));
  const ana = await join('Ana');
  const page = await openBrowser(ana);
  await page.goto('/settings');
  const twoFactorSection = section(page, 'Two-factor sign-in');
  let setupKey = '';
  let recoveryCodes: string[] = [];
  await test.step('the member confirms their address first', async () => {
    await twoFactorSection.getByRole('button', { name: 'Send me the link' }).click();
    await expect(twoFactorSection.getByRole('alert')).toContainText(ana.email);
    const resendButton = twoFactorSection.getByRole('button', { name: 'Send it again' });
    await expect(resendButton).toBeFocused();
    await expect.poll(async () => (await server.mailsTo(ana.email)).length).toBe(1);
    await resendButton.click();
    await expect.poll(async () => (await server.mailsTo(ana.email)).length).toBe(2);
    const mail = (await server.mailsTo(ana.email)).at(-1) ?? '';
    const confirmationTab = await page.context().newPage();
    await confirmationTab.goto(`/confirm-email?token=${/token=([\w-]+)/.exec(mail)?.[1] ?? ''}`);
    await confirmationTab.getByRole('button', { name: 'Use this address' }).click();
    await expect(confirmationTab.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
    await confirmationTab.close();
    // A headless browser does not fire this event when the page becomes visible again.
    await page.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')));
    await expect(twoFactorSection.getByRole('button', { name: 'Turn on' })).toBeVisible();
  });

  await test.step('the member sets up their app and sees the recovery codes once', async () => {
    await twoFactorSection.getByRole('button', { name: 'Turn on' }).click();
    await dialog(page).getByLabel('Your password', { exact: true }).fill(ana.password);
    await dialog(page).getByRole('button', { name: 'Continue' }).click();
    await expect(dialog(page).getByRole('img', { name: /^QR code/ })).toBeVisible();
    setupKey = (await dialog(page).locator('strong').textContent()) ?? '';
    await dialog(page)
      .getByLabel('Six-digit code')
      .fill(await codeOf(setupKey));
    await dialog(page).getByRole('button', { name: 'Turn it on' }).click();
    await expect(dialog(page).getByRole('listitem')).toHaveCount(10);
    recoveryCodes = await dialog(page).getByRole('listitem').allTextContents();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(twoFactorSection).toContainText('10 recovery codes are left.');
    await expect(twoFactorSection).toBeFocused();
  });

  await test.step('without JavaScript the member logs in with a recovery code', async () => {
    const noScriptPage = await openBrowser(null, { javaScriptEnabled: false });
    await noScriptPage.goto('/login?returnTo=/crisis');
    await logInInBrowser(noScriptPage, ana);
    await noScriptPage.getByLabel('Code').fill('123456');
    await noScriptPage.getByRole('button', { name: 'Log in' }).click();
    await expect(noScriptPage.getByLabel('Code')).toHaveAccessibleDescription(/That code did not match/);
    await noScriptPage.getByLabel('Code').fill(recoveryCodes[0] ?? '');
    await noScriptPage.getByRole('button', { name: 'Log in' }).click();
    await expect(noScriptPage).toHaveURL('/crisis');
  });

  await test.step('with JavaScript the member logs in with a code from the app', async () => {
    const otherBrowser = await openBrowser();
    await otherBrowser.goto('/login');
    await logInInBrowser(otherBrowser, ana);
    await otherBrowser.getByLabel('Code').fill(await codeOf(setupKey));
    await otherBrowser.getByRole('button', { name: 'Log in' }).click();
    await expect(composer(otherBrowser)).toBeVisible();
  });

  await page.reload();
  await expect(twoFactorSection).toContainText('9 recovery codes are left.');
  await test.step('new codes are created only if they can be shown, and stay visible until the member confirms', async () => {
    tolerate(failedResponse(404));
    const dialogCodeUrl = '**/assets/two-factor-dialogs-*.js';
    await page.route(dialogCodeUrl, (route) => route.fulfill({ status: 404 }));
    const newCodesButton = twoFactorSection.getByRole('button', { name: 'New recovery codes' });
    await newCodesButton.click();
    await expect(toast(page)).toContainText('Please try again');
    await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
    await page.unroute(dialogCodeUrl);
    await newCodesButton.click();
    await dialog(page).getByLabel('Your password', { exact: true }).fill(ana.password);
    const createButton = dialog(page).getByRole('button', { name: 'Create new codes' });
    await createButton.click();
    const newCodes = page.getByRole('dialog', { name: 'Your recovery codes' });
    await expect(newCodes.getByRole('listitem')).toHaveCount(10);
    await page.keyboard.press('Escape');
    await page.mouse.click(2, 2);
    await expect(newCodes.getByRole('listitem')).toHaveCount(10);
    await newCodes.getByRole('button', { name: 'I saved them' }).click();
    await expect(newCodes).toHaveCount(0);
    await expect(twoFactorSection).toContainText('10 recovery codes are left.');
    await expect(newCodesButton).toBeFocused();
  });

  await twoFactorSection.getByRole('button', { name: 'Turn off' }).click();
  await dialog(page).getByLabel('Your password', { exact: true }).fill(ana.password);
  await dialog(page).getByRole('button', { name: 'Turn off' }).click();
  await expect(twoFactorSection.getByRole('button', { name: 'Turn on' })).toBeVisible();
  await expect(twoFactorSection).toBeFocused();
});

test('a member on a break is asked before it ends', async ({ join, openBrowser, tolerate }) => {
  tolerate(failedResponse(404));
  // Requests that are in flight when the break ends the session.
  tolerate(failedResponse(401));
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const page = await openBrowser(ana);
  await page.goto('/settings');
  const { id } = (await (await page.request.get('/api/auth/user')).json()) as { id: string };
  await section(page, 'Take a break').getByRole('button', { name: 'Take a break' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start my break' }).click();
  await expect(page.getByRole('link', { name: 'Create your account' })).toBeVisible();

  const bensPage = await openBrowser(ben);
  await bensPage.goto(`/profile/${id}`);
  await expect(bensPage.getByText('Ana Field')).toHaveCount(0);

  await page.goto('/login');
  await logInInBrowser(page, ana);
  await expect(page.getByRole('heading', { name: 'You are on a break' })).toBeVisible();
  await page.getByRole('button', { name: 'End my break' }).click();
  await expect(composer(page)).toBeVisible();
  await bensPage.reload();
  await expect(bensPage.getByRole('heading', { name: 'Ana Field' })).toBeVisible();
});
