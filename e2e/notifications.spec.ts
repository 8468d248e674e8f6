import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { unique } from './support/member.ts';
import { idOf } from './support/members.ts';

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ });
const items = (page: Page) => page.getByRole('list', { name: 'Notifications, newest first' }).getByRole('listitem');
const notificationSettings = (page: Page) => page.getByRole('region', { name: 'Notifications', exact: true });

test('the bell updates live, likes are grouped, and reading a notification updates other tabs', async ({
  join,
  openBrowser,
}) => {
  const [ana, ben, cleo, dan] = await Promise.all(['Ana', 'Ben', 'Cleo', 'Dan'].map((name) => join(name)));
  const text = unique('A quiet morning');
  const { id } = await ana!.share(text);
  const page = await openBrowser(ana);
  const otherTab = await openBrowser(ana);
  await page.goto('/');
  await otherTab.goto('/notifications');
  await expect(otherTab.getByRole('heading', { name: 'All quiet' })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications');

  for (const member of [ben!, cleo!, dan!]) await member.like(id);
  await expect(bell(page)).toHaveAccessibleName('Notifications 1 unread notification');
  await expect(items(otherTab)).toHaveText([/Dan Field and 2 others liked your post/]);
  await ben!.comment(id, 'To you, too');
  await expect(bell(page)).toHaveAccessibleName('Notifications 2 unread notifications');
  await expect(items(otherTab)).toHaveText([
    /Ben Field commented on your post/,
    /Dan Field and 2 others liked your post/,
  ]);

  await test.step('a withdrawn like is removed from the notification', async () => {
    await dan!.like(id);
    await expect(items(otherTab).nth(1)).toContainText('Cleo Field and one other liked your post');
    await expectAccessible(otherTab, 'notifications');
  });

  await test.step('opening a notification marks it as read in all tabs', async () => {
    await bell(page).click();
    await expect(page.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible();
    await items(page).first().getByRole('link').click();
    await expect(page).toHaveURL(`/posts/${id}`);
    await expect(page.getByText(text)).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName('Notifications 1 unread notification');
    await expect(bell(otherTab)).toHaveAccessibleName('Notifications 1 unread notification');
    await expect(items(otherTab).filter({ hasText: 'Not read yet' })).toHaveCount(1);
  });

  await test.step('all notifications are marked as read by keyboard', async () => {
    const markAllButton = otherTab.getByRole('button', { name: 'Mark all as read' });
    await markAllButton.focus();
    await otherTab.keyboard.press('Enter');
    await expect(markAllButton).toHaveCount(0);
    await expect(bell(otherTab)).toHaveAccessibleName('Notifications');
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    await otherTab.keyboard.press('Tab');
    await expect(otherTab.getByRole('link', { name: 'Notification settings' })).toBeFocused();
    await otherTab.keyboard.press('Tab');
    await expect(items(otherTab).first().getByRole('link')).toBeFocused();
    await otherTab.keyboard.press('Enter');
    await expect(otherTab).toHaveURL(`/posts/${id}`);
  });
});

test('a member chooses which notifications they get, and how', async ({ join, openBrowser, tolerate }) => {
  const [ana, ben] = await Promise.all(['Ana', 'Ben'].map((name) => join(name)));
  const { id } = await ana!.share(unique('A quiet evening'));
  const page = await openBrowser(ana);
  await page.goto('/notifications');
  await page.getByRole('link', { name: 'Notification settings' }).click();
  await expect(page).toHaveURL('/settings/notifications');
  const section = notificationSettings(page);
  await section.getByLabel('Likes and cheers: Here').uncheck();
  await expect(toast(page)).toContainText('Settings saved');
  await section.getByLabel('Email frequency').selectOption('Weekly summary, on Mondays');
  await section.getByLabel('Turn on quiet hours').check();
  await section.getByLabel('From', { exact: true }).fill('21:30');
  await section.getByLabel('Until', { exact: true }).fill('06:15');
  await section.getByLabel('Until', { exact: true }).blur();
  const readSettings = async () => (await (await page.request.get('/api/notifications/settings')).json()) as object;
  await expect.poll(readSettings).toMatchObject({
    choices: { reactions: { inApp: false }, comments: { inApp: true } },
    digest: 'weekly',
    quietHours: { from: '21:30', until: '06:15' },
    timeZone: await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
  });
  await section.getByLabel('From', { exact: true }).fill('06:15');
  await section.getByLabel('From', { exact: true }).blur();
  await expect(section.getByRole('alert')).toHaveText('Not saved: please choose two different times.');
  // Turning quiet hours off and on again starts with the defaults and without an error.
  await section.getByLabel('Turn on quiet hours').uncheck();
  await section.getByLabel('Turn on quiet hours').check();
  await expect(section.getByLabel('From', { exact: true })).toHaveValue('22:00');
  await expect(section.getByRole('alert')).toHaveText('');
  await section.getByLabel('From', { exact: true }).fill('21:30');
  await section.getByLabel('From', { exact: true }).blur();
  await expect.poll(readSettings).toMatchObject({ quietHours: { from: '21:30', until: '07:00' } });
  await page.reload();
  await expect(section.getByLabel('From', { exact: true })).toHaveValue('21:30');
  await expect(section.getByLabel('Likes and cheers: Here')).not.toBeChecked();
  await ben!.like(id);
  await ben!.comment(id, 'Good night');
  await expect(bell(page)).toHaveAccessibleName('Notifications 1 unread notification');
  await page.goto('/notifications');
  await expect(items(page)).toHaveText([/Ben Field commented on your post/]);

  await test.step('the settings and the unsubscribe page are accessible', async () => {
    await page.goto('/settings/notifications');
    await expect(section.getByRole('table')).toBeVisible();
    await expectAccessible(page, 'notification settings');
    tolerate(failedResponse(400));
    const visitor = await openBrowser(null);
    await visitor.goto('/unsubscribe?token=none');
    await expectAccessible(visitor, 'the unsubscribe page');
    await visitor.getByRole('button', { name: 'Stop emails' }).click();
    await expect(visitor.getByRole('alert')).toContainText('This link is incomplete');
  });
});

/** Global scope of the service worker, with the properties that the journey adds to record pushes. */
type WorkerScope = {
  shownTags: string[];
  handledCount: number;
  clients: { matchAll: (options: { includeUncontrolled: boolean }) => Promise<readonly unknown[]> };
};
declare const ExtendableEvent: { prototype: { waitUntil: (this: Event, work: Promise<unknown>) => void } };

/** Replaces the push service: the browser returns an endpoint, and the journey delivers pushes through DevTools. */
const replacePushService = (page: Page) =>
  page.addInitScript(() => {
    let subscription: PushSubscription | null = null;
    // A headless browser denies the permission without a prompt.
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    const keys = {
      p256dh: 'BM1zsszgsRGT1EqgyUfZOccBbL3Aq1jiYlULqB-X_dju-CAY7LzGtxfFusKmYPwGMcSIjEl4tUmdzTx-rsXcpOo',
      auth: 'a'.repeat(22),
    };
    PushManager.prototype.getSubscription = async () => subscription;
    PushManager.prototype.subscribe = async () => {
      subscription = {
        toJSON: () => ({ endpoint: `https://push.example.com/${crypto.randomUUID()}`, keys }),
        unsubscribe: async () => {
          subscription = null;
          return true;
        },
      } as unknown as PushSubscription;
      return subscription;
    };
  });

test('a device gets push notifications while its member is signed in, and signing out removes its subscription', async ({
  join,
  openBrowser,
  server,
}) => {
  const ana = await join('Ana');
  const page = await openBrowser(ana, { serviceWorkers: 'allow', permissions: ['notifications'] });
  await replacePushService(page);
  const devTools = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await devTools.send('ServiceWorker.enable');
  await page.goto('/settings/notifications');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  const section = notificationSettings(page);
  await section.getByRole('button', { name: 'Allow on this device' }).click();
  await expect(section).toContainText('This device shows the notifications you chose above');
  const database = await server.database();
  const countSubscriptions = async () =>
    (await database.query('SELECT FROM push_subscriptions WHERE member_id = $1', [id])).rowCount;
  const id = await idOf(ana);
  expect(await countSubscriptions()).toBe(1);

  const deliverPush = async (tag: string) =>
    devTools.send('ServiceWorker.deliverPushMessage', {
      origin: server.url,
      registrationId: await registrationId,
      data: JSON.stringify({ title: 'Mindful Commons', body: 'Something happened.', tag, path: '/notifications' }),
    });

  await test.step('a push is shown only while no page of the community is open', async () => {
    const worker = page.context().serviceWorkers()[0]!;
    await worker.evaluate(() => {
      const scope = globalThis as unknown as WorkerScope & { registration: ServiceWorkerRegistration };
      scope.shownTags = [];
      scope.handledCount = 0;
      const { waitUntil } = ExtendableEvent.prototype;
      ExtendableEvent.prototype.waitUntil = function (this: Event, work: Promise<unknown>) {
        if (this.type === 'push') void work.then(() => (scope.handledCount += 1));
        waitUntil.call(this, work);
      };
      scope.registration.showNotification = async (_title, options) => void scope.shownTags.push(options?.tag ?? '');
    });
    const readShownTags = () => worker.evaluate(() => (globalThis as unknown as WorkerScope).shownTags);
    await deliverPush('while here');
    await expect.poll(() => worker.evaluate(() => (globalThis as unknown as WorkerScope).handledCount)).toBe(1);
    await page.goto('about:blank');
    const countPages = () =>
      worker.evaluate(
        async () =>
          (await (globalThis as unknown as WorkerScope).clients.matchAll({ includeUncontrolled: true })).length,
      );
    await expect.poll(countPages).toBe(0);
    await deliverPush('while away');
    await expect.poll(readShownTags).toEqual(['while away']);
    await page.goto('/settings/notifications');
  });

  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect(await countSubscriptions()).toBe(0);
});
