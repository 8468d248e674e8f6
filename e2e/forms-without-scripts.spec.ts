import type { Page, Request } from '@playwright/test';
import { expect, failedResponse, logInInBrowser, signUpInBrowser, test } from './support/journey.ts';
import { createPerson } from './support/member.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name });

async function joinWaitlist(
  page: Page,
  { firstName, lastName, email }: ReturnType<typeof createPerson>,
  message = 'I heard about you from a friend.',
) {
  const form = page.getByRole('form', { name: 'Waitlist' });
  await form.getByLabel('First name').fill(firstName);
  await form.getByLabel('Last name').fill(lastName);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Message').fill(message);
  await form.getByRole('button', { name: 'Join the waitlist' }).click();
}

/** Delays all scripts after each `hold` until `release` or the end of the journey. */
async function controlScripts(page: Page) {
  let heldScripts: PromiseWithResolvers<void>;
  const inFlight = new Set<string>();
  await page.route('/assets/*.js', async (route) => {
    inFlight.add(route.request().url());
    await heldScripts.promise;
    await route.continue();
  });
  const removeRequest = (request: Request) => inFlight.delete(request.url());
  page.on('requestfinished', removeRequest);
  page.on('requestfailed', removeRequest);
  const holdScripts = () => {
    inFlight.clear();
    heldScripts = Promise.withResolvers();
  };
  holdScripts();
  return {
    holdScripts: holdScripts,
    releaseScripts: () => heldScripts.resolve(),
    /** Releases the scripts and resolves when all have loaded and the page is ready. */
    async loadAll() {
      heldScripts.resolve();
      await expect.poll(() => [...inFlight]).toEqual([]);
      await expect(page.locator('html[data-ready]')).toBeAttached();
    },
  };
}

test.describe('without JavaScript', () => {
  test('a newcomer signs up and a member logs in, both after a failed attempt @critical', async ({
    join,
    openBrowser,
    tolerate,
  }) => {
    tolerate(failedResponse(400));
    tolerate(failedResponse(401));
    const page = await openBrowser(null, { javaScriptEnabled: false });
    const expectSession = async () => {
      await expect(page).toHaveURL('/crisis');
      expect((await page.context().cookies()).map(({ name }) => name)).toContain('commons-session');
      await page.context().clearCookies();
    };
    await page.goto('/signup?returnTo=/crisis');
    const person = createPerson('Wren', '');
    await signUpInBrowser(page, { ...person, password: 'too short' });
    await expect(page).toHaveTitle(/^Please check: /);
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /Please use at least 10 characters$/,
    );
    await expect(page.getByLabel('First name')).toHaveValue('Wren');
    await expect(page.getByLabel('I am 18 or over')).toBeChecked();
    await signUpInBrowser(page, person);
    await expectSession();

    const member = await join('Vera');
    await page.goto('/login?returnTo=/crisis');
    await expect(page.getByRole('button', { name: 'Show password' })).toBeHidden();
    await logInInBrowser(page, { email: member.email, password: 'not the password' });
    await expect(page.getByRole('alert')).toHaveText(
      'The email or the password is wrong. Please try again, or reset your password.',
    );
    await expect(page.getByLabel('Email')).toHaveValue(member.email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    expect(page.url()).not.toContain('password');
    await logInInBrowser(page, member);
    await expectSession();
  });

  test('the first member of a publicly reachable community needs its setup code', async ({
    openBrowser,
    startServer,
    tolerate,
  }) => {
    const server = await startServer({ HOST: '0.0.0.0', RATE_LIMITS: 'on' });
    const page = await openBrowser(null, { server, javaScriptEnabled: false });
    tolerate(failedResponse(403));
    const person = createPerson('Wren');
    // Such a server uses `localhost` as its own address.
    tolerate(/^request to another site: http:\/\/localhost:/);
    await page.goto(`${server.url.replace('127.0.0.1', 'localhost')}/signup`);
    await expect(page.getByLabel('Setup code')).toHaveCount(0);
    await signUpInBrowser(page, person);
    await expect(page.getByLabel('Setup code')).toHaveAccessibleDescription(
      /Please enter the setup code that was printed when the server started$/,
    );
  });

  test('a member who signs up again resets their forgotten password once', async ({
    join,
    openBrowser,
    server,
    tolerate,
  }) => {
    const member = await join('Vera');
    const page = await openBrowser(null, { javaScriptEnabled: false });
    tolerate(failedResponse(400));
    tolerate(failedResponse(401));
    await page.goto('/signup');
    await signUpInBrowser(page, {
      ...createPerson('Someone'),
      email: member.email,
      password: 'quite another password',
    });
    // The owner of the address is notified by mail.
    await expect.poll(() => server.mailsTo(member.email)).toHaveLength(1);
    await page.getByRole('alert').getByRole('link', { name: 'reset your password' }).click();
    await expect(page).toHaveURL('/forgot-password');
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter a valid email address');
    await page.getByLabel('Email').fill(member.email);
    await page.getByRole('button', { name: 'Send me a link' }).click();
    await expect(heading(page, 'Check your email')).toBeVisible();
    await expect(page.getByRole('alert')).toContainText(`If there is an account for ${member.email}`);

    await expect.poll(() => server.mailsTo(member.email)).toHaveLength(2);
    const mail = (await server.mailsTo(member.email)).at(-1) ?? '';
    const link = /http\S+\/reset-password\?token=\S+/.exec(mail)![0];
    const newPassword = 'another five calm words here';
    await page.goto(link);
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/Please use at least 10 characters$/);
    await page.getByLabel('New password').fill(newPassword);
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(heading(page, 'Your new password is set')).toBeVisible();

    await page.goto(link);
    await page.getByLabel('New password').fill(newPassword);
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByRole('alert')).toContainText('This link is no longer valid');

    await page.goto('/login?returnTo=/crisis');
    await logInInBrowser(page, { email: member.email, password: newPassword });
    await expect(page).toHaveURL('/crisis');
  });

  test('a visitor joins the waitlist from both pages and is thanked by name', async ({
    openBrowser,
    server,
    tolerate,
  }) => {
    tolerate(failedResponse(400));
    tolerate(failedResponse(409));
    const page = await openBrowser(null, { javaScriptEnabled: false });
    const wren = createPerson('Wren');
    await page.goto('/');
    await page.getByText('Prefer an invitation?').click();
    await joinWaitlist(page, { ...wren, email: 'wren at home' });
    const email = page.getByRole('form', { name: 'Waitlist' }).getByLabel('Email');
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
    await expect(email).toBeInViewport();
    await expect(page.getByLabel('Message')).toHaveValue('I heard about you from a friend.');
    await joinWaitlist(page, wren);
    await expect(heading(page, 'Thank you, Wren')).toBeInViewport();

    await page.goto('/waitlist');
    await joinWaitlist(page, wren);
    await expect(page.getByRole('alert')).toContainText('This email is already on our waitlist.');

    // A message of maximum length with line breaks is accepted.
    const robin = createPerson('Robin');
    const message = Array.from({ length: 20 }, () => 'a'.repeat(49)).join('\n');
    await page.goto('/waitlist');
    await joinWaitlist(page, robin, message);
    await expect(heading(page, 'Thank you, Robin')).toBeVisible();
    const database = await server.database();
    const { rows } = await database.query('SELECT message FROM waitlist_entries WHERE email = $1', [robin.email]);
    expect(rows).toEqual([{ message }]);
  });
});

test.describe('before the scripts load', () => {
  test('a member logs in, and typed text is kept when the scripts load', async ({ join, openBrowser, tolerate }) => {
    const page = await openBrowser();
    tolerate(failedResponse(401));
    const scripts = await controlScripts(page);
    for (const [path, labels] of [
      ['/login', ['Email', 'Password']],
      ['/signup', ['First name', 'Last name', 'Email', 'Password']],
      ['/forgot-password', ['Email']],
      ['/reset-password?token=none', ['New password']],
      ['/waitlist', ['First name', 'Last name', 'Email', 'Message']],
    ] as const) {
      scripts.holdScripts();
      await page.goto(path, { waitUntil: 'commit' });
      const main = page.getByRole('main');
      for (const label of labels) await main.getByLabel(label).first().fill(`typed ${label}`);
      if (path === '/signup') await page.getByLabel('I am 18 or over').check();
      await scripts.loadAll();
      for (const label of labels) await expect(main.getByLabel(label).first()).toHaveValue(`typed ${label}`);
      if (path === '/signup') await expect(page.getByLabel('I am 18 or over')).toBeChecked();
    }

    // The hydrated form also submits the typed text.
    const member = await join('Vera');
    scripts.holdScripts();
    await page.goto('/login?returnTo=/settings', { waitUntil: 'commit' });
    await page.getByLabel('Email').fill(member.email);
    await page.getByLabel('Password', { exact: true }).fill(member.password);
    await scripts.loadAll();
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL('/settings');

    // The form works before that, too.
    const otherPage = await openBrowser();
    const heldScripts = await controlScripts(otherPage);
    await otherPage.goto('/login?returnTo=/settings', { waitUntil: 'commit' });
    await logInInBrowser(otherPage, member);
    await expect(otherPage).toHaveURL('/settings');
    heldScripts.releaseScripts();
    await expect(otherPage.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
  });
});
