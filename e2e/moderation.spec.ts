import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { failRequests, chooseFromMenu, holdRequest, postWith, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { type Member, unique } from './support/member.ts';
import { idOf, request, withRole } from './support/members.ts';

const casePanel = (page: Page): Locator => page.getByRole('region', { name: 'The case' });
const queue = (page: Page): Locator => page.getByRole('region', { name: 'Queue' });
const reportPost = async (member: Member, subjectId: string, reason = 'danger') =>
  request(member, 'POST', '/api/reports', { subjectType: 'post', subjectId, reason });

/** Finds the case with this text in the queue, opens it and waits until its content is no longer blurred. */
async function openCase(page: Page, text: string): Promise<void> {
  await expect(queue(page).getByRole('link').first()).toBeVisible();
  for (const link of await queue(page).getByRole('link').all()) {
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'true');
    await expect(casePanel(page).getByText('The content is blurred')).toBeVisible();
    if ((await casePanel(page).getByText(text).count()) > 0) break;
  }
  // The content is not in the page before the case is opened.
  await expect(casePanel(page).getByRole('blockquote')).toHaveCount(0);
  await casePanel(page).getByRole('button', { name: 'Open This Case' }).click();
  await expect(casePanel(page).getByText('The content is blurred')).toHaveCount(0);
  await expect(casePanel(page).getByText(text).first()).toBeVisible();
}

test('a member reports a post, a manager removes it, its author appeals, and another moderator restores it', async ({
  admin,
  join,
  openBrowser,
}) => {
  const [ana, ben, max] = [await join('Ana'), await join('Ben'), await withRole(await join('Max'), 'manager')];
  const text = unique('Stop all your tablets today.');
  await ben.share(text);

  // A member reports the post by keyboard and gets further options afterwards.
  const anasPage = await openBrowser(ana);
  await anasPage.goto('/');
  await postWith(anasPage, text).getByRole('button', { name: 'Post options' }).press('Enter');
  await anasPage.getByRole('menuitem', { name: 'Report Post' }).press('Enter');
  const dialog = anasPage.getByRole('dialog', { name: 'Report post' });
  await dialog.getByRole('radio', { name: 'I’m worried about this person' }).press('Space');
  await expectAccessible(anasPage, 'the report of a post');
  await dialog.getByRole('button', { name: 'Send Report' }).press('Enter');
  const sentDialog = anasPage.getByRole('dialog', { name: 'Report sent' });
  await expect(sentDialog.getByRole('link', { name: 'Get help now' })).toHaveAttribute('href', '/crisis');
  await expect(sentDialog.getByRole('link', { name: 'Write to Ben' })).toBeVisible();
  await expectAccessible(anasPage, 'a report that was sent');
  await sentDialog.getByRole('link', { name: 'Your reports' }).click();
  await expect(anasPage.getByRole('listitem').filter({ hasText: 'worried' })).toContainText('Received');
  await expectAccessible(anasPage, 'the member’s reports');

  // A manager opens the case, and the reporter sees its progress.
  const maxsPage = await openBrowser(max);
  await maxsPage.goto('/');
  const link = maxsPage.getByRole('navigation', { name: 'Community' }).getByRole('link', { name: /^Moderation/ });
  await expect(link).toContainText('open case');
  await link.click();
  await openCase(maxsPage, text);
  await expect(anasPage.getByRole('listitem').filter({ hasText: 'worried' })).toContainText('Reviewed');
  await expect(casePanel(maxsPage)).not.toContainText('Ana');
  await expectAccessible(maxsPage, 'a case');
  await casePanel(maxsPage).getByRole('radio', { name: 'Take it down' }).check();
  const takeDown = casePanel(maxsPage).getByRole('button', { name: 'Take it down' });
  await expect(takeDown).toBeDisabled();
  await casePanel(maxsPage).getByLabel('Guideline').selectOption({ label: 'No room for harmful advice about health' });
  await casePanel(maxsPage).getByLabel('Message to the member').fill('Please leave that to their doctor.');
  await takeDown.click();
  await expect(toast(maxsPage)).toContainText('Taken down');
  await expect(anasPage.getByRole('listitem').filter({ hasText: 'worried' })).toContainText('Closed');

  // The author is notified on any page, reads the reason, and appeals once.
  const bensPage = await openBrowser(ben);
  await bensPage.goto('/wellness-wins');
  await expect(toast(bensPage)).toContainText('A message from the moderators');
  // The notice appears once, not on every page.
  const countResponse = bensPage.waitForResponse('**/api/decisions/new-count');
  await bensPage.goto('/gratitude-wall');
  expect(await (await countResponse).json()).toEqual({ count: 1 });
  await expect(bensPage.getByRole('button', { name: 'Add Gratitude' })).toBeVisible();
  await expect(toast(bensPage)).toHaveCount(0);
  await bensPage.goto('/decisions');
  const decision = bensPage.getByRole('main').getByRole('listitem').filter({ hasText: text });
  await expect(decision).toContainText('No room for harmful advice about health');
  await expect(decision).toContainText('Please leave that to their doctor.');
  await expectAccessible(bensPage, 'a decision');
  await decision.getByRole('button', { name: 'Appeal' }).click();
  await bensPage.getByRole('dialog').getByLabel('What should they know?').fill('I meant sugar, not tablets.');
  await bensPage.getByRole('dialog').getByRole('button', { name: 'Send Appeal' }).click();
  await expect(decision).toContainText('Another moderator will review it.');
  await expect(decision.getByRole('button', { name: 'Appeal' })).toHaveCount(0);

  // Another moderator decides the appeal, and the post is restored.
  const adasPage = await openBrowser(admin);
  await adasPage.goto('/moderation');
  await openCase(adasPage, 'I meant sugar, not tablets.');
  await casePanel(adasPage).getByRole('radio', { name: 'Reverse the decision' }).check();
  await casePanel(adasPage).getByRole('button', { name: 'Reverse the decision' }).click();
  await expect(decision).toContainText('Your content is visible again.');
  await anasPage.goto('/');
  await expect(postWith(anasPage, text)).toBeVisible();
});

test('a manager removes an admin’s post from its menu, and the admin reads the reason', async ({
  admin,
  join,
  openBrowser,
}) => {
  const text = unique('Leave your therapy this week.');
  await admin.share(text);
  const page = await openBrowser(await withRole(await join('Max'), 'manager'));
  await page.goto('/');
  await chooseFromMenu(postWith(page, text), 'Post options', 'Remove Post');
  const dialog = page.getByRole('dialog', { name: 'Remove post' });
  await dialog.getByLabel('Guideline').selectOption({ label: 'No room for harmful advice about health' });
  await dialog.getByRole('button', { name: 'Remove Post' }).click();
  await expect(toast(page)).toContainText('Post removed');
  await expect(postWith(page, text)).toHaveCount(0);

  const adasPage = await openBrowser(admin);
  await adasPage.goto('/decisions');
  const decision = adasPage.getByRole('main').getByRole('listitem').filter({ hasText: text });
  await expect(decision).toContainText('No room for harmful advice about health');
  await expect(decision.getByRole('button', { name: 'Appeal' })).toBeVisible();
});

test('moderators work through the queue by keyboard and cannot work on the same case', async ({
  admin,
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, max] = [await join('Ana'), await withRole(await join('Max'), 'manager')];
  const ids: string[] = [];
  for (const text of ['One', 'Two']) ids.push((await ana.share(unique(text))).id);
  for (const id of ids) await reportPost(await join(), id);
  const page = await openBrowser(max);
  await page.goto('/moderation');
  await expect(queue(page).getByRole('link').nth(1)).toBeVisible();
  // Keys work as soon as React has hydrated the page.
  await expect(page.locator('html[data-ready]')).toBeAttached();
  // Reports of other journeys may appear above.
  const current = queue(page).locator('a[aria-current=true]');
  await page.keyboard.press('j');
  await expect(current).toBeFocused();
  const firstCaseId = await current.getAttribute('data-case-id');
  await page.keyboard.press('j');
  await expect(current).not.toHaveAttribute('data-case-id', firstCaseId ?? '');
  await page.keyboard.press('ArrowUp');
  await expect(current).toHaveAttribute('data-case-id', firstCaseId ?? '');

  // Other moderators see who works on the case. Then that moderator hands it over.
  const adasPage = await openBrowser(admin);
  const connection = await controlLiveConnection(adasPage);
  const cases = await request<{ id: string; subjectId: string }[]>(max, 'GET', '/api/moderation/queue?limit=100');
  const sharedCase = cases.find((entry) => entry.subjectId === ids[0]);
  await page.goto(`/moderation/${sharedCase?.id}`);
  // Enter moves focus into the case, and opening it moves focus to its content.
  await queue(page).locator('[aria-current]').press('Enter');
  await expect(casePanel(page)).toBeFocused();
  await casePanel(page).getByRole('button', { name: 'Open This Case' }).press('Enter');
  await expect(casePanel(page).getByRole('group', { name: 'Reported content' })).toBeFocused();
  await casePanel(page).getByRole('radio', { name: 'Take it down' }).press('Space');
  await expect(casePanel(page).getByRole('status').filter({ hasText: 'It disappears for everyone.' })).toBeVisible();
  await adasPage.goto(`/moderation/${sharedCase?.id}`);
  await expect(casePanel(adasPage)).toContainText('Max Field is working on it.');
  await expect(casePanel(adasPage).getByRole('button', { name: 'Open This Case' })).toBeDisabled();
  // The admin is offline during the handover.
  tolerate(/WebSocket/);
  await connection.disconnect();
  await casePanel(page).getByRole('button', { name: 'Hand over' }).click();
  await page.getByRole('dialog', { name: 'Hand over' }).getByLabel('What should they know?').fill('I know her.');
  await page.getByRole('dialog', { name: 'Hand over' }).getByRole('button', { name: 'Hand Over' }).click();
  await expect(toast(page)).toContainText('Case handed over');
  await expect(page).toHaveURL(/\/moderation$/);
  await page.goto(`/moderation/${sharedCase?.id}`);
  await expect(casePanel(page)).toContainText('This case is with the admins now.');
  await expect(casePanel(page).getByRole('button', { name: 'Hand over' })).toHaveCount(0);
  await connection.reconnect();
  await expect(casePanel(adasPage)).toContainText('I know her.');
  await casePanel(adasPage).getByRole('button', { name: 'Open This Case' }).click();
  await casePanel(adasPage).getByRole('radio', { name: 'Leave it' }).check();
  await casePanel(adasPage).getByRole('button', { name: 'Leave it' }).click();
  await expect(toast(adasPage)).toContainText('No action taken');

  // A case that fails to load does not look decided.
  tolerate(failedResponse(500));
  const { restore } = await failRequests(page, `**/api/moderation/queue/${sharedCase?.id}`);
  await page.goto(`/moderation/${sharedCase?.id}`);
  await expect(casePanel(page)).toContainText('The case could not be loaded');
  restore();
  tolerate(failedResponse(409));
  const heldRetry = await holdRequest(page, `/api/moderation/queue/${sharedCase?.id}`);
  await casePanel(page).getByRole('button', { name: 'Try again' }).click();
  await heldRetry.arrived;
  await expect(casePanel(page).getByRole('alert')).toContainText('The case could not be loaded');
  // The retry shows that the case has been decided.
  heldRetry.release();
  await expect(casePanel(page)).toContainText('This case is not open');

  // Members cannot open the moderation screen.
  tolerate(failedResponse(403));
  const anasPage = await openBrowser(ana);
  await anasPage.goto('/moderation');
  await expect(anasPage.getByRole('heading', { name: 'For moderators' })).toBeVisible();
});

test('an appeal draft survives closing, a reload and a lost connection, and Cancel discards it', async ({
  admin,
  join,
  openBrowser,
  tolerate,
}) => {
  const ben = await join('Ben');
  const { id } = await ben.share(unique('Stop all your tablets today.'));
  await reportPost(await join(), id);
  const cases = await request<{ id: string; subjectId: string }[]>(admin, 'GET', '/api/moderation/queue?limit=100');
  const reportedCase = cases.find(({ subjectId }) => subjectId === id);
  await request(admin, 'POST', `/api/moderation/queue/${reportedCase?.id}/actions`, {
    action: 'remove',
    reason: 'be_kind',
    note: '',
  });
  const page = await openBrowser(ben);
  await page.goto('/decisions');
  const decision = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Stop all your tablets today.' });
  const dialog = page.getByRole('dialog', { name: 'Appeal' });
  const statementField = dialog.getByLabel('What should they know?');
  const openAppeal = () => decision.getByRole('button', { name: 'Appeal' }).click();
  await openAppeal();
  await statementField.fill('Not this');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openAppeal();
  await expect(statementField).toHaveValue('');
  await statementField.fill('I meant sugar.');
  const closeActions = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
  ];
  for (const close of closeActions) {
    await close();
    await expect(dialog).toBeHidden();
    await openAppeal();
    await expect(statementField).toHaveValue('I meant sugar.');
  }
  await page.reload();
  await openAppeal();
  await expect(statementField).toHaveValue('I meant sugar.');

  tolerate(failedResponse(500));
  const heldRequest = await holdRequest(page, '/api/appeals', 'POST');
  await dialog.getByRole('button', { name: 'Send Appeal' }).click();
  await heldRequest.arrived;
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  heldRequest.fail();
  await expect(toast(page)).toContainText('Your appeal could not be sent.');
  await page.unrouteAll();
  await openAppeal();
  await expect(statementField).toHaveValue('I meant sugar.');

  // The server stores the appeal, but its response is lost.
  tolerate(/net::ERR_FAILED/);
  await page.route('**/api/appeals', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Send Appeal' }).click();
  await expect(dialog).toContainText('could not be reached');
  await page.reload();
  await expect(decision).toContainText('Another moderator will review it.');
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('sugar');
});

test('a suspension asks for confirmation before it decides a case', async ({ admin, join, openBrowser }) => {
  const [ben, reporter] = [await join('Ben'), await join()];
  const text = unique('Nobody wants you here.');
  const { id } = await ben.share(text);
  await reportPost(reporter, id, 'harassment');
  const page = await openBrowser(admin);
  await page.goto('/moderation');
  await openCase(page, text);
  const decisionRequests: string[] = [];
  page.on('request', (sentRequest) => {
    if (sentRequest.method() === 'POST' && sentRequest.url().endsWith('/actions'))
      decisionRequests.push(sentRequest.url());
  });
  await casePanel(page).getByRole('radio', { name: 'Suspend the member' }).check();
  await casePanel(page).getByLabel('Guideline').selectOption({ index: 1 });
  await casePanel(page).getByRole('button', { name: 'Suspend the member' }).click();
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText('Suspend Ben');
  await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(confirmation).toBeHidden();
  expect(decisionRequests).toEqual([]);
  await casePanel(page).getByRole('button', { name: 'Suspend the member' }).click();
  await confirmation.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(confirmation).toBeHidden();
  expect(decisionRequests).toHaveLength(1);
});

test('a suspended member reads the reason, appeals, and is reinstated by another admin', async ({
  admin,
  join,
  openBrowser,
}) => {
  const [ben, ada] = [await join('Ben'), await withRole(await join('Ada'), 'admin')];
  const benId = await idOf(ben);
  await request(await join(), 'POST', '/api/reports', {
    subjectType: 'member',
    subjectId: benId,
    reason: 'harassment',
  });
  type Case = { id: string; isAppeal: boolean; member: { id: string } | null };
  const decide = async (moderator: Member, isAppeal: boolean, body: object) => {
    const cases = await request<Case[]>(moderator, 'GET', '/api/moderation/queue?limit=100');
    const foundCase = cases.find((entry) => entry.member?.id === benId && entry.isAppeal === isAppeal);
    await request(moderator, 'POST', `/api/moderation/queue/${foundCase?.id}/actions`, body);
  };
  const until = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000).toISOString();
  const note = 'You kept writing to people who had asked you to stop.';
  await decide(admin, false, { action: 'suspend', reason: 'be_kind', note, until });

  const page = await openBrowser(ben);
  await page.goto('/');
  await expect(page).toHaveURL('/suspended');
  await expect(page.getByRole('region', { name: 'Why' })).toContainText(note);
  const decision = page.getByRole('listitem').filter({ hasText: 'Your account was suspended' });
  const statementField = page.getByRole('dialog').getByLabel('What should they know?');
  await decision.getByRole('button', { name: 'Appeal' }).click();
  await statementField.fill('That was my brother, on my phone.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await decision.getByRole('button', { name: 'Appeal' }).click();
  await expect(statementField).toHaveValue('That was my brother, on my phone.');
  await page.getByRole('dialog').getByRole('button', { name: 'Send Appeal' }).press('Enter');
  await expect(decision).toContainText('Another moderator will review it.');
  await expect(page.getByRole('region', { name: 'Decisions by moderators' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'If you think it is wrong' })).toBeVisible();
  await expectAccessible(page, 'an appeal of a suspended member');

  await decide(ada, true, { action: 'reverse', note: 'You are welcome back.' });
  await page.reload();
  await page.getByRole('link', { name: 'Go to the community' }).click();
  await expect(page).toHaveURL('/');
});

test('a reporter sees the progress of a report, also if it changed before the page was live', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, ben, max] = [await join('Ana'), await join('Ben'), await withRole(await join('Max'), 'manager')];
  const { id } = await ben.share(unique('Write to me for the price.'));
  await reportPost(ana, id);
  const page = await openBrowser(ana);
  const connection = await controlLiveConnection(page);
  tolerate(/WebSocket/);
  await connection.disconnect();
  await page.goto('/reports');
  const report = page.getByRole('main').getByRole('listitem');
  await expect(report).toContainText('Received');
  const cases = await request<{ id: string; subjectId: string }[]>(max, 'GET', '/api/moderation/queue?limit=100');
  const openedCase = cases.find(({ subjectId }) => subjectId === id);
  await request(max, 'POST', `/api/moderation/queue/${openedCase?.id}/claim`);
  await connection.reconnect();
  await expect(report).toContainText('Reviewed');
});

test('on a phone a decision with a lost response is made once and keeps its note', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, max] = [await join('Ana'), await withRole(await join('Max'), 'manager')];
  const tag = unique('Lost');
  const { id } = await ana.share(tag);
  await reportPost(await join(), id);
  const cases = await request<{ id: string; subjectId: string }[]>(max, 'GET', '/api/moderation/queue?limit=100');
  const page = await openBrowser(max, { width: 375, height: 700 });
  await page.goto(`/moderation/${cases.find((entry) => entry.subjectId === id)?.id}`);
  await casePanel(page).getByRole('button', { name: 'Open This Case' }).click();
  await casePanel(page).getByRole('radio', { name: 'Take it down' }).check();
  await casePanel(page).getByLabel('Guideline').selectOption({ index: 1 });
  await casePanel(page).getByLabel('Message to the member').fill('Please say it another way.');

  tolerate(/Failed to load resource|WebSocket connection/);
  await page.context().setOffline(true);
  await casePanel(page).getByRole('button', { name: 'Take it down' }).click();
  await expect(casePanel(page).getByRole('alert')).toBeVisible();
  await page.context().setOffline(false);
  const idempotencyKeys: (string | undefined)[] = [];
  await page.route('/api/moderation/queue/*/actions', async (route) => {
    idempotencyKeys.push(route.request().headers()['idempotency-key']);
    if (idempotencyKeys.length > 1) return route.continue();
    // The server stores the decision, but its response is lost.
    await route.fetch();
    return route.abort();
  });
  await casePanel(page).getByRole('button', { name: 'Take it down' }).click();
  await expect.poll(() => idempotencyKeys.length).toBe(1);
  await expect(casePanel(page).getByLabel('Message to the member')).toHaveValue('Please say it another way.');
  await casePanel(page).getByRole('button', { name: 'Take it down' }).click();
  await expect(toast(page)).toContainText('Taken down');
  expect(idempotencyKeys).toHaveLength(2);
  expect(idempotencyKeys[0]).toBe(idempotencyKeys[1]);
  const decisions = await request<{ note: string }[]>(ana, 'GET', '/api/decisions');
  expect(decisions.map(({ note }) => note)).toEqual(['Please say it another way.']);
});
