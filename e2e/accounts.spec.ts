import { composer } from './support/feed.ts';
import { expect, failedResponse, logInInBrowser, openForm, test } from './support/journey.ts';
import { waitUntilLive } from './support/live-connection.ts';

test('login and sign-up show errors next to their fields, and the password on request', async ({
  join,
  openBrowser,
}) => {
  const page = await openBrowser();
  await openForm(page, '/login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Please enter your password');

  await openForm(page, '/signup');
  await page.getByLabel('Password', { exact: true }).fill('too short');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('Please tell us your first name');
  await expect(page.getByLabel('Last name (optional)')).not.toHaveAttribute('aria-invalid');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /Please use at least 10 characters$/,
  );
  await expect(page.getByText('Please confirm that you are 18 or over')).toBeVisible();
  await expect(page.getByLabel('First name')).toBeFocused();

  await openForm(page, '/login');
  const ana = await join('Ana');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill(ana.password);
  const toggle = page.getByRole('button', { name: 'Show password' });
  for (const isShown of [false, true, false]) {
    await expect(password).toHaveAttribute('type', isShown ? 'text' : 'password');
    await expect(toggle).toHaveAttribute('aria-pressed', String(isShown));
    await toggle.click();
  }

  // A 204 response leaves this page in place, like a page restored from the back/forward cache.
  await page.route('/', (route) =>
    route.request().isNavigationRequest() ? route.fulfill({ status: 204 }) : route.fallback(),
  );
  await page.getByLabel('Email').fill(ana.email);
  const noContentResponse = page.waitForResponse((response) => response.status() === 204);
  await page.getByRole('button', { name: 'Log in' }).click();
  await noContentResponse;
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  // Going back to the submitted form reloads it, and the server redirects a signed-in member home.
  await expect(composer(page)).toBeVisible();
});

test('a member resets a forgotten password with a mailed link, which works once @critical', async ({
  join,
  openBrowser,
  server,
  tolerate,
}) => {
  const member = await join('Vera');
  const page = await openBrowser();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(member.email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('alert')).toContainText(
    `If there is an account for ${member.email}, a link is on its way.`,
  );

  await expect.poll(() => server.mailsTo(member.email)).toHaveLength(1);
  const [mail = ''] = await server.mailsTo(member.email);
  const link = /http\S+\/reset-password\?token=\S+/.exec(mail)![0];
  const newPassword = 'another five calm words here';
  await page.goto(link);
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('alert')).toContainText('To be safe, we signed you out everywhere.');

  await page.getByRole('link', { name: 'Log in' }).last().click();
  tolerate(failedResponse(401));
  await logInInBrowser(page, member);
  await expect(page.getByRole('alert')).toContainText('email or the password is wrong');
  await logInInBrowser(page, { ...member, email: member.email, password: newPassword });
  await expect(composer(page)).toBeVisible();

  tolerate(failedResponse(400));
  await page.goto(link);
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('alert')).toContainText('This link is no longer valid');
});

test('signing out everywhere ends the other browser’s session at once', async ({ join, openBrowser, tolerate }) => {
  const member = await join('Vera');
  const firstBrowser = await openBrowser(member);
  await firstBrowser.goto('/settings/account');
  await expect(firstBrowser.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);

  await member.signIn();
  const otherBrowser = await openBrowser(member);
  const pageIsLive = waitUntilLive(otherBrowser);
  await otherBrowser.goto('/');
  await composer(otherBrowser).fill('Unsent on the other device');
  await pageIsLive;
  // The page's requests and its reconnecting socket may be in flight when the session ends.
  tolerate(failedResponse(401));
  tolerate(/WebSocket connection to .* failed: HTTP Authentication failed/);

  // Delays the response until the other browser has returned to login: the live connection must end its session.
  await firstBrowser.route('**/api/auth/sessions', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    const response = await route.fetch();
    await expect(otherBrowser).toHaveURL('/login');
    return route.fulfill({ response });
  });
  await firstBrowser.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  const confirmation = firstBrowser.getByRole('alertdialog');
  await expect(confirmation).toContainText('You will be signed out on every device, this one included.');
  await confirmation.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(firstBrowser).toHaveURL('/');
  await expect(firstBrowser.getByRole('link', { name: 'Log in' })).toBeVisible();

  // The other browser returns to login by itself.
  await expect(otherBrowser).toHaveURL('/login');
  await logInInBrowser(otherBrowser, member);
  await expect(composer(otherBrowser)).toHaveValue('Unsent on the other device');
});
