import { recommendationCalls } from '@commons/contract/recommendations/calls';
import type { Recommendation } from '@commons/contract/recommendations/schemas';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdReply, networkFailure, pageWithNext, problem, reply, requestsOf } from '../../../test/api.ts';
import {
  ana,
  button,
  cardWith,
  chooseFromMenu,
  contributionBy,
  deliver,
  dialog,
  expectAccessible,
  expectFocus,
  expectLostText,
  newId,
  renderScreen,
  toast,
  tom,
  withoutLikes,
} from '../../../test/screen.tsx';
import { publishChange } from '../../lib/live.ts';
import { live } from './live.ts';
import { Recommendations } from './recommendations.tsx';

const recommendationOf = (fields: Partial<Recommendation> = {}): Recommendation => ({
  ...contributionBy(fields.author ?? tom),
  ...withoutLikes,
  type: 'book',
  title: 'The Summer Book',
  content: 'An island, a child, a grandmother.',
  link: null,
  ...fields,
});

const renderBooks = () => renderScreen(<Recommendations type="book" />, { live });

const addButton = () => button('Recommend a Book');
const titleField = () => page.getByRole('textbox', { name: 'Title' });
const reasonField = () => page.getByRole('textbox', { name: 'Why you recommend it' });
const linkField = () => page.getByRole('textbox', { name: 'Link (optional)' });
const submitButton = () => button('Add Recommendation');
const likeButton = () => button(/^Like/, page.getByRole('article'));

test('a button opens and closes the form, which keeps its text and sends no blank fields', async () => {
  reply(recommendationCalls.listRecommendations, []);
  reply(recommendationCalls.createRecommendation, recommendationOf({ author: ana, title: 'Tales' }));
  await renderBooks();
  await expect.element(addButton()).toHaveAttribute('aria-expanded', 'false');
  await addButton().click();
  await expect.element(addButton()).toHaveAttribute('aria-expanded', 'true');
  await expectFocus(titleField());
  await reasonField().fill('Kind.');
  await expect.element(submitButton()).toBeDisabled();
  await addButton().click();
  await expect.element(titleField()).not.toBeInTheDocument();
  await addButton().click();
  await expect.element(reasonField()).toHaveValue('Kind.');
  await titleField().fill('   ');
  await submitButton().click();
  await expectFocus(titleField());
  await titleField().fill('Tales');
  await reasonField().fill(' \n ');
  await submitButton().click();
  await expectFocus(reasonField());
  expect(requestsOf(recommendationCalls.createRecommendation)).toEqual([]);
  await reasonField().fill('Kind.');
  await submitButton().click();
  await expect.element(cardWith('Tales')).toBeVisible();
  await expectFocus(addButton());
  await addButton().click();
  for (const field of [titleField(), reasonField(), linkField()]) await expect.element(field).toHaveValue('');
  await titleField().fill('Never mind');
  await button('Cancel').click();
  await addButton().click();
  await expect.element(titleField()).toHaveValue('');
});

test('a link must be a web address and opens in a new tab', async () => {
  const link = 'https://www.voices.example/night?episode=3';
  reply(recommendationCalls.listRecommendations, []);
  reply(recommendationCalls.createRecommendation, recommendationOf({ author: ana, link }));
  await renderBooks();
  await addButton().click();
  await titleField().fill('Unbreakable'.repeat(19));
  await reasonField().fill('Slow.');
  for (const invalid of ['javascript:alert(1)', 'books.example', 'https://books.example@evil.test/']) {
    await linkField().fill(invalid);
    await submitButton().click();
    await expect
      .element(linkField())
      .toHaveAccessibleDescription(/^Please enter a web address that begins with https:\/\/ or http:\/\//);
  }
  await expect.element(page.getByText('Please keep it within 200 characters')).toBeVisible();
  await expectAccessible('the recommendation form');
  await titleField().fill('Night voices');
  await linkField().fill(link);
  await submitButton().click();
  const renderedLink = page.getByRole('link', { name: 'voices.example (opens in a new tab)' });
  await expect.element(renderedLink).toHaveAttribute('href', link);
  await expect.element(renderedLink).toHaveAttribute('target', '_blank');
  await expect.element(renderedLink).toHaveAttribute('rel', expect.stringContaining('noopener noreferrer'));
});

test('a recommendation that fails keeps its text, says why, and is sent once by a retry', async () => {
  reply(recommendationCalls.listRecommendations, []);
  reply(recommendationCalls.createRecommendation, networkFailure);
  await renderBooks();
  await addButton().click();
  await expectFocus(titleField());
  await userEvent.keyboard('The Winter Book{Tab}Snow.{Tab}{Tab}{Tab}{Enter}');
  await expect.element(toast()).toMatchTextContent('Failed to add recommendation. Please try again.');
  await expect.element(page.getByRole('alert')).toMatchTextContent('The community could not be reached.');
  await expect.element(reasonField()).toHaveValue('Snow.');
  reply(
    recommendationCalls.createRecommendation,
    recommendationOf({ author: ana, title: 'The Winter Book', isAwaitingReview: true }),
  );
  await submitButton().click();
  await expect.element(toast()).toMatchTextContent('Your recommendation awaits review');
  await expect.element(cardWith('The Winter Book')).toMatchTextContent('Awaiting review');
  const keys = requestsOf(recommendationCalls.createRecommendation).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('a like shows at once, is counted live, and is reverted when the request fails', async () => {
  const recommendation = recommendationOf();
  reply(recommendationCalls.listRecommendations, [recommendation]);
  const finish = holdReply(recommendationCalls.toggleRecommendationLike);
  await renderBooks();
  await likeButton().click();
  await expect.element(likeButton()).toHaveAccessibleName(/^Like 1 like, recommendation by Tom Lund: /);
  finish({ isLiked: true, likesCount: 1, countsRevision: 1 });
  deliver({
    type: 'recommendation_like.changed',
    recommendationId: recommendation.id,
    likesCount: 2,
    countsRevision: 2,
  });
  await expect.element(likeButton()).toHaveAccessibleName(/^Like 2 likes,/);
  reply(recommendationCalls.toggleRecommendationLike, problem(500));
  await likeButton().click();
  await expect.element(toast()).toMatchTextContent('Failed to update like');
  await expect.element(likeButton()).toHaveAttribute('aria-pressed', 'true');
});

test('a member edits and deletes their own recommendation, and can only report others’', async () => {
  const [tomsBook, anasBook] = [
    recommendationOf({ title: 'Swallows' }),
    recommendationOf({ title: 'Tales', author: ana, link: 'https://books.example/tales' }),
  ];
  reply(recommendationCalls.listRecommendations, [anasBook, tomsBook]);
  reply(recommendationCalls.updateRecommendation, { ...anasBook, link: null, editedAt: new Date().toISOString() });
  reply(recommendationCalls.deleteRecommendation, undefined);
  await renderBooks();
  const options = /^Recommendation options/;
  await button(options, cardWith('Swallows')).click();
  await expect.element(page.getByRole('menuitem')).toMatchTextContent('Report Recommendation');
  await userEvent.keyboard('{Escape}');

  await chooseFromMenu(cardWith('Tales'), options, 'Edit Recommendation');
  await expect.element(dialog().getByLabelText('Link')).toHaveValue('https://books.example/tales');
  await dialog().getByLabelText('Link').fill('');
  await button('Save', dialog()).click();
  await expect.element(toast()).toMatchTextContent('Recommendation updated');
  await expect.element(cardWith('Tales')).toMatchTextContent('edited');
  await expect.element(cardWith('Tales')).not.toMatchTextContent('books.example');

  await chooseFromMenu(cardWith('Tales'), options, 'Delete Recommendation');
  await button('Delete', page.getByRole('alertdialog')).click();
  await expect.element(toast()).toMatchTextContent('Recommendation deleted');
  await expect.element(cardWith('Tales')).not.toBeInTheDocument();
  await expectFocus(page.getByRole('region', { name: 'Community Book Recommendations' }));
});

test('an edit of a recommendation stays visible when the recommendation is deleted', async () => {
  const recommendation = recommendationOf({ author: ana });
  reply(recommendationCalls.listRecommendations, [recommendation]);
  await renderBooks();
  await chooseFromMenu(page.getByRole('article'), /^Recommendation options/, 'Edit Recommendation');
  await dialog().getByLabelText('Why you recommend it').fill('Be gentle with yourself');
  deliver({ type: 'recommendation.deleted', recommendationId: recommendation.id });
  await expectLostText('This recommendation was deleted. Your changes were not saved.', 'Be gentle with yourself');
});

test('new recommendations of the same kind wait above the list, and those of a blocked member disappear', async () => {
  reply(recommendationCalls.listRecommendations, [recommendationOf({ title: 'The first' })]);
  await renderBooks();
  await expect.element(cardWith('The first')).toBeVisible();
  const arrived = recommendationOf({ title: 'The second' });
  for (const recommendationType of ['podcast', 'book'] as const)
    deliver({
      type: 'recommendation.created',
      recommendationId: recommendationType === 'book' ? arrived.id : newId(),
      authorId: tom.id,
      recommendationType,
    });
  const pill = button('1 new recommendation');
  await expect.element(pill).toBeVisible();
  reply(recommendationCalls.listRecommendations, [arrived]);
  await pill.click();
  await expect.element(cardWith('The second')).toBeVisible();
  await expect.element(pill).not.toBeInTheDocument();
  publishChange('hidden.changed', { userId: tom.id, change: 'blocked' });
  await expect.element(cardWith('The second')).not.toBeInTheDocument();
});

test('the recommendations show an empty state, a load error with a retry, and more by a button', async () => {
  reply(recommendationCalls.listRecommendations, []);
  const { leave } = await renderBooks();
  await expect.element(page.getByText('No recommendations yet')).toBeVisible();
  await expectAccessible('no recommendations');
  await leave();

  reply(recommendationCalls.listRecommendations, problem(500));
  await renderBooks();
  const errorHeading = page.getByRole('heading', { name: 'The recommendations could not be loaded' });
  await expect.element(errorHeading).toBeVisible();
  const long = recommendationOf({
    title: 'Unbreakable'.repeat(18),
    content: 'and so on '.repeat(190),
    link: `https://${'long-'.repeat(11)}name.example/${'path/'.repeat(60)}`,
  });
  reply(recommendationCalls.listRecommendations, ({ query }) =>
    query.has('cursor') ? [recommendationOf({ title: 'The oldest' })] : pageWithNext([long]),
  );
  await button('Try again').click();
  await expect.element(errorHeading).not.toBeInTheDocument();
  await button('Load more').click();
  await expect.element(cardWith('The oldest')).toBeInTheDocument();
  await expectAccessible('recommendations');
});
