import { composer } from './support/feed.ts';
import { expect, failedAnswer, logInInBrowser, openForm, signUpInBrowser, test } from './support/journey.ts';
import { untilLive } from './support/live-line.ts';
import { aPerson } from './support/member.ts';

test('a wrong password is refused without saying which of the two was wrong', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const member = await join();
  const page = await openBrowser();
  tolerate(failedAnswer(401));
  await page.goto('/login');
  for (const email of [member.email, 'nobody@members.test']) {
    await logInInBrowser(page, { email, password: 'not the password' });
    await expect(page.getByRole('alert')).toHaveText(
      'That email and password do not belong together. Please try again, or reset your password.',
    );
  }
  await logInInBrowser(page, member);
  await expect(composer(page)).toBeVisible();
});

test('the forms say what they need, beside the field that needs it', async ({ openBrowser }) => {
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
});

test('signing up with a known address tells a stranger nothing, and its owner the way in', async ({
  join,
  openBrowser,
  server,
  tolerate,
}) => {
  const member = await join('Vera');
  const page = await openBrowser();
  tolerate(failedAnswer(401));
  await page.goto('/signup');
  await signUpInBrowser(page, { ...aPerson('Someone'), email: member.email, password: 'quite another password' });
  await expect(page.getByRole('alert')).toContainText('If you already have an account with this email, log in');
  await expect.poll(() => server.mailsTo(member.email)).toEqual([expect.stringContaining('You already have one.')]);
  await page.getByRole('alert').getByRole('link', { name: 'log in' }).click();
  await expect(page).toHaveURL('/login');
});

test('a forgotten password is chosen anew through a mail, once @critical', async ({
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
  tolerate(failedAnswer(401));
  await logInInBrowser(page, member);
  await expect(page.getByRole('alert')).toContainText('do not belong together');
  await logInInBrowser(page, { ...member, email: member.email, password: newPassword });
  await expect(composer(page)).toBeVisible();

  tolerate(failedAnswer(400));
  await page.goto(link);
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('alert')).toContainText('This link is no longer valid');
});

test('asking for an unknown address answers the same, and writes no mail', async ({ openBrowser, server }) => {
  const page = await openBrowser();
  const { email } = aPerson('Nobody');
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(page.getByRole('alert')).toContainText(`If there is an account for ${email}, a link is on its way.`);
  expect(await server.mailsTo(email)).toEqual([]);
});

test('signing in leads back to where one wanted to go, and never to another site', async ({ join, openBrowser }) => {
  const member = await join();
  for (const [returnTo, path] of [
    ['/settings', '/settings'],
    ['/search?q=calm', '/search?q=calm'],
    ['//elsewhere.test/', '/'],
    ['/\\elsewhere.test', '/'],
    ['https://elsewhere.test/', '/'],
    ['javascript:alert(1)', '/'],
    ['/api/logout', '/'],
    ['/settings#privacy', '/settings#privacy'],
    // No address at all.
    ['http://[', '/'],
  ] as const) {
    const page = await openBrowser();
    await page.goto(`/login?${new URLSearchParams({ returnTo }).toString()}`);
    await logInInBrowser(page, member);
    await expect(page).toHaveURL(path);
    await page.context().close();
  }
});

test('signing out everywhere closes the other browser’s session, live @critical', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const member = await join('Vera');
  const here = await openBrowser(member);
  await here.goto('/settings');
  await expect(here.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);

  await member.signIn();
  const there = await openBrowser(member);
  const goingLive = untilLive(there);
  await there.goto('/');
  await composer(there).fill('Unsent on the other device');
  await goingLive;
  // What stands beside the feed, and the connection itself, may be asked for just then.
  tolerate(failedAnswer(401));
  tolerate(/WebSocket connection to .* failed: HTTP Authentication failed/);

  // The end of the session is told live, and the answer comes long after it.
  await here.route('**/api/auth/sessions', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    const response = await route.fetch();
    await expect(there).toHaveURL('/login');
    return route.fulfill({ response });
  });
  await here.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  const question = here.getByRole('alertdialog');
  await expect(question).toContainText('You will be signed out on every device, this one included.');
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(here).toHaveURL('/');
  await expect(here.getByRole('link', { name: 'Log in' })).toBeVisible();

  // Nothing was pressed over there.
  await expect(there).toHaveURL('/login');
  await logInInBrowser(there, member);
  await expect(composer(there)).toHaveValue('Unsent on the other device');
});

test('a browser that is signed out goes from the list, and leaves the keyboard’s place there', async ({
  join,
  openBrowser,
}) => {
  const member = await join('Vera');
  await member.signIn();
  const page = await openBrowser(member);
  await page.goto('/settings');
  const end = page
    .getByRole('region', { name: 'Where you are signed in' })
    .getByRole('button', { name: /^Sign out (?!ev)/ });
  await end.press('Enter');
  await expect(end).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Signed-in browsers' })).toBeFocused();
});

test('a password can be looked at while it is typed', async ({ openBrowser }) => {
  const page = await openBrowser();
  await openForm(page, '/login');
  const field = page.getByLabel('Password', { exact: true });
  await field.fill('four calm words');
  await expect(field).toHaveAttribute('type', 'password');
  const toggle = page.getByRole('button', { name: 'Show password' });
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await toggle.click();
  await expect(field).toHaveAttribute('type', 'text');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await toggle.click();
  await expect(field).toHaveAttribute('type', 'password');
});

test('a form is sent though the check before sending never arrives', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  const page = await openBrowser();
  await page.route('**/auth.schemas-*.js', () => undefined);
  await page.goto('/login');
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await page.getByLabel('Email').fill(ana.email);
  await page.getByLabel('Password', { exact: true }).fill(ana.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(composer(page)).toBeVisible();
});

test('going back to a form that led in leads home, not to a form at work for ever', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  const page = await openBrowser();
  await openForm(page, '/login');
  // An answer without a page leaves this one as it was, as a browser does that keeps it for the way back.
  await page.route('/', (route) =>
    route.request().isNavigationRequest() ? route.fulfill({ status: 204 }) : route.fallback(),
  );
  await page.getByLabel('Email').fill(ana.email);
  await page.getByLabel('Password', { exact: true }).fill(ana.password);
  const leaving = page.waitForResponse((response) => response.status() === 204);
  await page.getByRole('button', { name: 'Log in' }).click();
  await leaving;
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  // The form reloads, and the server redirects a signed-in member home.
  await expect(composer(page)).toBeVisible();
});
