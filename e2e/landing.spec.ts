import type { Page } from '@playwright/test';
import { expect, signUpInBrowser, test } from './support/journey.ts';
import { createPerson } from './support/member.ts';

const exercise = (page: Page) => page.getByRole('region', { name: 'A minute to breathe' });
const startCheckbox = (page: Page) =>
  exercise(page).getByRole('switch', { name: 'Breathing exercise, start or pause' });

/** Returns the labels of primary buttons in the viewport. */
const primaryActions = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const probeElement = document.createElement('i');
    probeElement.style.background = 'var(--primary)';
    document.body.append(probeElement);
    const primaryColor = getComputedStyle(probeElement).backgroundColor;
    probeElement.remove();
    return [...document.querySelectorAll<HTMLElement>('a, button')]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).backgroundColor === primaryColor)
      .filter((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      })
      .map(({ innerText }) => innerText);
  });

test('the visible part of the landing page has one primary action, and other pages agree', async ({
  openBrowser,
  startServer,
}) => {
  for (const [signUpMode, action] of [
    ['open', 'Create your account'],
    ['invited', 'Join the waitlist'],
  ] as const) {
    const server = await startServer({ SIGN_UP: signUpMode });
    const page = await openBrowser(null, { server });
    await page.goto('/signup');
    await signUpInBrowser(page, createPerson('Ana'));
    await expect(page).toHaveURL('/welcome');
    // Leave the page first: without cookies, a socket that is still opening would be refused.
    await page.goto('about:blank');
    await page.context().clearCookies();

    for (const path of ['/', '/waitlist']) {
      await page.goto(path);
      const form = page.getByRole('form', { name: 'Waitlist' });
      for (const [width, height] of [
        [320, 640],
        [375, 667],
        [768, 1024],
        [1023, 700],
        [1024, 768],
        [1280, 800],
      ] as const) {
        await page.setViewportSize({ width, height });
        const isFolded = signUpMode === 'open' && path === '/';
        const primaryAction = isFolded ? action : 'Join the waitlist';
        expect(await primaryActions(page), `${path}, ${width} px`).toEqual([primaryAction]);
        if (isFolded) await expect(form).toBeHidden();
        if (width < 1024 || isFolded) continue;
        await expect(form).toBeInViewport({ ratio: 1 });
        const headline = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
        expect((await form.boundingBox())!.x).toBeGreaterThan(headline.x + headline.width);
      }
    }
    await page.goto('/login');
    const signUpHint = page.getByRole('main').getByText('New here?').filter({ visible: true });
    await expect(signUpHint).toHaveText(
      signUpMode === 'open' ? 'New here? Create an account' : 'New here? Members join by invitation. Join the waitlist',
    );
    await signUpHint.getByRole('link').click();
    await expect(page).toHaveURL(signUpMode === 'open' ? '/signup' : '/waitlist');
    await page.goto('/signup');
    if (signUpMode === 'open') await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
    else await page.getByRole('main').getByRole('link', { name: action }).click();
    if (signUpMode === 'invited') await expect(page.getByRole('form', { name: 'Waitlist' })).toBeVisible();
  }
});

test('with open sign-up the waitlist is folded, and nothing moves when it opens beside the headline and is sent', async ({
  openBrowser,
}) => {
  const page = await openBrowser(null, { width: 1280 });
  await page.goto('/');
  await expect(page.locator('html[data-ready]')).toBeAttached();
  const wren = createPerson('Wren');
  const form = page.getByRole('form', { name: 'Waitlist' });
  const nextSection = page.getByRole('heading', { name: 'What it is like inside' });
  const before = await nextSection.boundingBox();
  await page.getByText('Prefer an invitation?').click();
  await expect(form).toBeInViewport({ ratio: 1 });
  expect(await nextSection.boundingBox()).toEqual(before);
  await form.getByLabel('First name').fill(wren.firstName);
  await form.getByLabel('Last name').fill(wren.lastName);
  await form.getByLabel('Email').fill(wren.email);
  const card = page.locator('#join');
  const formHeight = (await card.boundingBox())!.height;
  await form.getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you, Wren' })).toBeInViewport();
  expect((await card.boundingBox())!.height).toBeCloseTo(formHeight, 0);
  expect(await nextSection.boundingBox()).toEqual(before);
});

test('a visitor starts and pauses the breathing exercise, whose steps are announced, also before the scripts load', async ({
  openBrowser,
}) => {
  const page = await openBrowser(null, { reducedMotion: 'no-preference' });
  await page.goto('/');
  const status = exercise(page).getByRole('status');
  const readPlayStates = () =>
    exercise(page).evaluate((region) => region.getAnimations({ subtree: true }).map(({ playState }) => playState));
  expect(await readPlayStates()).toEqual(['paused', 'paused']);
  await startCheckbox(page).focus();
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await page.keyboard.press('Space');
  await expect(exercise(page).getByText('Pause', { exact: true })).toBeVisible();
  await expect(status).toHaveText('Breathe in');
  expect(await readPlayStates()).toEqual(['running', 'running']);
  await expect(status).toHaveText('Hold');
  await expect(status).toHaveText('Breathe out');
  await page.keyboard.press('Enter');
  await expect(status).toHaveText('Paused');
  expect(await readPlayStates()).toEqual(['paused', 'paused']);
  await startCheckbox(page).click();
  await expect(status).toHaveText('Breathe out');

  await test.step('with reduced motion only the text changes, with the same timing', async () => {
    const calmPage = await openBrowser();
    await calmPage.goto('/');
    await startCheckbox(calmPage).click();
    await expect(exercise(calmPage).getByRole('status')).toHaveText('Breathe in');
    const readMovingTexts = () =>
      exercise(calmPage).evaluate((region) =>
        region
          .getAnimations({ subtree: true })
          // The pressed button changes its color.
          .filter((animation) => !(animation instanceof CSSTransition))
          .map(({ effect }) => (effect instanceof KeyframeEffect && effect.target ? effect.target.textContent : '')),
      );
    expect(await readMovingTexts()).toEqual(['Breathe inHoldBreathe out']);
    await expect(exercise(calmPage).getByRole('status')).toHaveText('Hold');
  });

  await test.step('before the scripts load', async () => {
    const latePage = await openBrowser();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await latePage.route('/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    await latePage.goto('/', { waitUntil: 'commit' });
    await startCheckbox(latePage).click();
    await expect(exercise(latePage).getByText('Pause', { exact: true })).toBeVisible();
    await expect(exercise(latePage).getByRole('status')).toHaveText('');
    release();
    await expect(exercise(latePage).getByRole('status')).toHaveText(/Breathe|Hold/);
    await expect(startCheckbox(latePage)).toBeChecked();
  });

  await test.step('without JavaScript', async () => {
    const plainPage = await openBrowser(null, { javaScriptEnabled: false });
    await plainPage.goto('/');
    await startCheckbox(plainPage).click();
    await expect(exercise(plainPage).getByText('Pause', { exact: true })).toBeVisible();
    await startCheckbox(plainPage).click();
    await expect(exercise(plainPage).getByText('Start', { exact: true })).toBeVisible();
  });
});
