import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { failRequests, holdRequest, postWith, toast } from './support/feed.ts';
import { expect, failedResponse, logInInBrowser, test } from './support/journey.ts';
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

test('a suspended member reads the reason, in an open tab and at login, appeals, and is reinstated @critical', async ({
  admin,
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(401));
  tolerate(failedResponse(403));
  tolerate(/WebSocket connection .* 403/);
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
  const page = await openBrowser(ben);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await decide(admin, false, { action: 'suspend', reason: 'be_kind', note, until });
  await expect(page).toHaveURL('/suspended');
  await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Why' })).toContainText(note);
  await page.getByRole('link', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/');
  await page.goto('/suspended');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await logInInBrowser(page, ben);
  await expect(page).toHaveURL('/suspended');
  await page.goto('/');
  await expect(page).toHaveURL('/suspended');
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
