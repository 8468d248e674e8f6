import { commentButton, likeButton, postWith, shareInBrowser } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { createPerson, Member } from './support/member.ts';

test('two server processes on one database act as one community', async ({ openBrowser, startServer, tolerate }) => {
  // Requests that are in flight when the session ends.
  tolerate(failedResponse(401));
  tolerate(/WebSocket connection to .* failed: HTTP Authentication failed/);
  const secret = 'one secret for both processes, long enough to sign with';
  const firstServer = await startServer({ SESSION_SECRET: secret }, 'embedded');
  const secondServer = await startServer({ SESSION_SECRET: secret, DATABASE_URL: await firstServer.databaseUrl() });
  const eva = await Member.join(firstServer, createPerson('Eva'));
  const liv = await Member.join(secondServer, createPerson('Liv'));

  const evaOnFirst = await openBrowser(eva, { server: firstServer });
  const livOnSecond = await openBrowser(liv, { server: secondServer });
  await evaOnFirst.goto('/');
  await livOnSecond.goto('/');
  await expect(livOnSecond.getByRole('heading', { name: 'Welcome to The Mindful Commons' })).toBeVisible();
  await shareInBrowser(evaOnFirst, 'Can you hear me over there?');
  await livOnSecond.getByRole('button', { name: '1 new post', exact: true }).click();
  const postForLiv = postWith(livOnSecond, 'Can you hear me');
  await expect(postForLiv).toContainText('Eva Field');

  await likeButton(postForLiv).click();
  await commentButton(postForLiv).click();
  await postForLiv.getByPlaceholder('Write a comment...').fill('Loud and clear.');
  await postForLiv.getByPlaceholder('Write a comment...').press('Enter');
  const postForEva = postWith(evaOnFirst, 'Can you hear me');
  await expect(likeButton(postForEva)).toHaveAccessibleName(/^Like 1 like,/);
  await expect(commentButton(postForEva)).toHaveAccessibleName(/^Comment 1 comment,/);

  // Both processes share sessions, so that one of them can end a session of the other.
  const evaOnSecond = await openBrowser(eva, { server: secondServer });
  await evaOnSecond.goto('/settings/account');
  await evaOnSecond.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await evaOnSecond.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await expect(evaOnFirst).toHaveURL('/login');
});
