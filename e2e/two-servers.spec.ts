import { commentButton, likeButton, postWith, shareInBrowser } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { createPerson, Member } from './support/member.ts';

test('two server processes on one database act as one community', async ({ openBrowser, startServer, tolerate }) => {
  // Requests that are in flight when the session ends.
  tolerate(failedResponse(401));
  tolerate(/WebSocket connection to .* failed: HTTP Authentication failed/);
  const secret = 'one secret for both processes, long enough to sign with';
  const first = await startServer({ SESSION_SECRET: secret }, 'embedded');
  const second = await startServer({ SESSION_SECRET: secret, DATABASE_URL: await first.databaseUrl() });
  const eva = await Member.join(first, createPerson('Eva'));
  const liv = await Member.join(second, createPerson('Liv'));

  const atFirst = await openBrowser(eva, { server: first });
  const atSecond = await openBrowser(liv, { server: second });
  await atFirst.goto('/');
  await atSecond.goto('/');
  await expect(atSecond.getByRole('heading', { name: 'Welcome to The Mindful Commons' })).toBeVisible();
  await shareInBrowser(atFirst, 'Can you hear me over there?');
  await atSecond.getByRole('button', { name: '1 new post', exact: true }).click();
  const postAtSecond = postWith(atSecond, 'Can you hear me');
  await expect(postAtSecond).toContainText('Eva Field');

  await likeButton(postAtSecond).click();
  await commentButton(postAtSecond).click();
  await postAtSecond.getByPlaceholder('Write a comment...').fill('Loud and clear.');
  await postAtSecond.getByPlaceholder('Write a comment...').press('Enter');
  const postAtFirst = postWith(atFirst, 'Can you hear me');
  await expect(likeButton(postAtFirst)).toHaveAccessibleName(/^Like 1 like,/);
  await expect(commentButton(postAtFirst)).toHaveAccessibleName(/^Comment 1 comment,/);

  // Sessions are shared, and ending them works on all processes.
  const evaAtSecond = await openBrowser(eva, { server: second });
  await evaAtSecond.goto('/settings');
  await evaAtSecond.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await evaAtSecond.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await expect(atFirst).toHaveURL('/login');
});
