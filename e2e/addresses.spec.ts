import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, failedAnswer, test } from './support/journey.ts';

const routeTable = path.join(import.meta.dirname, '../apps/web/dist/routes.json');
const someId = '01a1f8b0-1842-784d-8a93-e722f3082526';

/** The addresses of a route: with its parameters, and without those that may be left out. */
const addressesOf = (pattern: string): string[] => [
  ...new Set([pattern.replaceAll(/:\w+\??/g, someId), pattern.replaceAll(/\/:\w+\?/g, '').replaceAll(/:\w+/g, someId)]),
];

/** Addresses near one that exists. */
const near = (address: string): string[] =>
  address === '/'
    ? ['/x', '/index.php']
    : [`${address}/more/still`, `${address}.php`, `/x${address}`, `/.${address.slice(1)}`];

test('every screen of the application has its address, and what is near it is 404', async ({ join, openBrowser }) => {
  const routes = JSON.parse(await readFile(routeTable, 'utf8')) as string[];
  expect(routes).toEqual(expect.arrayContaining(['/', '/login', '/posts/:id', '/profile/:id?', '/settings']));
  const addresses = routes.flatMap(addressesOf);
  const takesAnything = routes.filter((route) => route.includes(':')).map((route) => route.replace(/\/:.*/, '/'));
  const wrong = addresses
    .flatMap(near)
    .filter(
      (address) =>
        !takesAnything.some((start) => address.startsWith(start) && !address.slice(start.length).includes('/')),
    );
  for (const page of [await openBrowser(), await openBrowser(await join())]) {
    for (const address of addresses) {
      const answer = await page.request.get(address);
      expect(answer.status(), address).toBe(200);
      expect(await answer.text(), address).not.toContain('404 Page Not Found');
    }
    for (const address of wrong) {
      const answer = await page.request.get(address);
      expect(answer.status(), address).toBe(404);
      expect(await answer.text(), address).toContain('404 Page Not Found');
    }
  }
});

test('an unknown address says so, with help at hand, without JavaScript too', async ({ openBrowser, tolerate }) => {
  tolerate(failedAnswer(404));
  for (const javaScriptEnabled of [true, false]) {
    const page = await openBrowser(null, { javaScriptEnabled });
    for (const address of ['/no-such-page', '/.env', '/package.json', '/wp-login.php']) {
      const answer = await page.goto(address);
      expect(answer?.status(), address).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
    }
    await page.getByRole('link', { name: 'Get help now' }).click();
    await expect(page).toHaveURL('/crisis');
  }
});

test('the kept application does not stand in for an unknown address', async ({ join, openBrowser, tolerate }) => {
  tolerate(failedAnswer(404));
  const page = await openBrowser(await join(), { serviceWorkers: 'allow' });
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 20_000 })
    .toBe('activated');
  const answer = await page.goto('/no-such-page');
  expect(answer?.fromServiceWorker()).toBe(true);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
});
