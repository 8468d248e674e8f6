import { feedCalls } from '@commons/contract/feed/calls';
import type { Post } from '@commons/contract/feed/schemas';
import { pollCalls } from '@commons/contract/polls/calls';
import type { Poll } from '@commons/contract/polls/schemas';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdReply, networkFailure, problem, reply, requestsOf } from '../../../test/api.ts';
import { commentOf, postOf } from '../../../test/posts.ts';
import {
  ana,
  button,
  cardWith,
  chooseFromMenu,
  deliver,
  expectAccessible,
  expectFocus,
  focus,
  newId,
  renderScreen,
  toast,
} from '../../../test/screen.tsx';
import FeedScreen from './feed-screen.tsx';
import { live } from './live.ts';
import { storeNewestSeen } from './seen-posts.ts';

beforeEach(() => reply(feedCalls.countUnansweredPosts, { count: 0 }));

async function renderFeed(...posts: Post[]) {
  reply(feedCalls.listPosts, posts);
  const screen = await renderScreen(<FeedScreen />, { live });
  await expect.element(composer()).toBeVisible();
  return screen;
}

const composer = () => page.getByPlaceholder('Share your thoughts with the community...');
const shareButton = () => button('Share', page.getByRole('region', { name: 'Share a post' }));
const likeButton = () => button(/^Like/);
const commentButton = () => button(/^Comment(?! options)/);
const commentField = () => page.getByPlaceholder('Write a comment...');
const fontOf = (text: string) => {
  const { fontSize, fontFamily } = getComputedStyle(page.getByText(text).element());
  return `${fontSize} ${fontFamily.split(',')[0]}`;
};
const heightOf = (element: Element): number => Math.round(element.getBoundingClientRect().height);

test('the feed shows three skeleton cards while it loads, then an error that can be retried', async () => {
  const finish = holdReply(feedCalls.listPosts);
  await renderScreen(<FeedScreen />, { live });
  const loading = page.getByRole('status').filter({ hasText: 'Loading posts' });
  await expect.poll(() => loading.element().querySelectorAll(':scope > [aria-hidden=true]').length).toBe(3);
  finish(problem(500));
  await expect.element(page.getByRole('alert')).toMatchTextContent('The feed could not be loaded');
  reply(feedCalls.listPosts, [postOf('Here after all.')]);
  await button('Try again').click();
  await expect.element(cardWith('Here after all.')).toBeVisible();
});

test('a like is reverted when the request fails, and after rapid presses it has the state of the last one', async () => {
  await renderFeed(postOf('Slept through the night.'));
  let finish = holdReply(feedCalls.toggleLike);
  await likeButton().click();
  await expect.element(likeButton()).toHaveAccessibleName(/^Like 1 like,/);
  finish(problem(500));
  await expect.element(toast()).toMatchTextContent('Failed to update like');
  await expect.element(likeButton()).toHaveAccessibleName(/^Like,/);

  finish = holdReply(feedCalls.toggleLike);
  for (let times = 0; times < 4; times += 1) await likeButton().click();
  await expect.element(likeButton()).toHaveAccessibleName(/^Like,/);
  reply(feedCalls.toggleLike, { isLiked: false, likesCount: 0, countsRevision: 2 });
  finish({ isLiked: true, likesCount: 1, countsRevision: 1 });
  // The first press was sent. The last one differs, so it is sent too.
  await expect.poll(() => requestsOf(feedCalls.toggleLike).length).toBe(3);
  await expect.element(likeButton()).toHaveAttribute('aria-pressed', 'false');
});

test('a short post uses larger text than a long one', async () => {
  await renderFeed(postOf('a'.repeat(140)), postOf('b'.repeat(141)));
  await expect.element(page.getByText('b'.repeat(141))).toBeVisible();
  expect(fontOf('a'.repeat(140))).toMatch(/^20px .*Fraunces/);
  expect(fontOf('b'.repeat(141))).toMatch(/^17px .*Figtree/);
});

test('a long post is shortened after a sentence until expanded', async () => {
  const sentence = 'Dr. Lind wrote back that it takes time, and it does. ';
  await renderFeed(postOf(`Letters. ${sentence.repeat(30)}Then I slept.`));
  const post = cardWith('Letters.');
  await expect.element(post.getByText(/^Letters/)).toMatchTextContent(/it takes time, and it does\.$/);
  await focus(button(/^Read more/));
  await userEvent.keyboard('{Enter}');
  await expect.element(post).toMatchTextContent('Then I slept.');
  await expectFocus(button(/^Show less/));
  await userEvent.keyboard('{Enter}');
  await expect.element(post).not.toMatchTextContent('Then I slept.');
});

test('author and time take two lines on a phone, even for the member’s own edited post', async () => {
  await page.viewport(375, 800);
  const author = { ...ana, title: 'Early riser, slow crawler and careful listener' };
  await renderFeed(postOf('Soup for six.', { author, editedAt: new Date().toISOString() }));
  await expect.element(page.getByText('edited')).toBeVisible();
  await document.fonts.ready;
  const tops = [/^.?Early riser/, /ago$/, 'edited'].map(
    (text) => page.getByText(text).element().getBoundingClientRect().top,
  );
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4);
  expect(heightOf(document.querySelector('article header')!)).toBeLessThan(52);
});

test('the composer takes one line until it gets focus, and keeps the text typed before it expands', async () => {
  await renderFeed(postOf('Something to look at.'));
  const card = page.getByRole('region', { name: 'Share a post' });
  expect(heightOf(card.element())).toBeLessThan(100);
  expect(shareButton().elements()).toEqual([]);
  await focus(composer());
  document.execCommand('insertText', false, 'Slow');
  await userEvent.keyboard('ly.');
  await expect.element(shareButton()).toBeEnabled();
  await expect.element(composer()).toHaveValue('Slowly.');
  for (const invisibleText of ['   \n ', '\u200b\u2060', '\u202e']) {
    await composer().fill(invisibleText);
    await expect.element(shareButton()).toBeDisabled();
  }
  await expect.poll(() => heightOf(card.element())).toBeGreaterThan(150);
  const expandedHeight = heightOf(card.element());
  // It stays expanded, so that content below does not move under the pointer.
  await page.getByText('Something to look at.').click();
  expect(heightOf(card.element())).toBe(expandedHeight);
});

test('a post is shared with progress, and a failed one keeps its text and its idempotency key', async () => {
  await renderFeed();
  reply(feedCalls.createPost, networkFailure);
  await composer().fill('  Soup on the stove.  ');
  await shareButton().click();
  await expect.element(toast()).toMatchTextContent('Failed to create post. Please try again.');
  await expect.element(composer()).toHaveValue('  Soup on the stove.  ');
  const finish = holdReply(feedCalls.createPost);
  await document.fonts.ready;
  const shareWidth = shareButton().element().getBoundingClientRect().width;
  await focus(shareButton());
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Sharing...')).toHaveAttribute('aria-busy', 'true');
  const { scrollWidth, clientWidth } = button('Sharing...').element();
  expect(scrollWidth, 'the label is not cut off').toBeLessThanOrEqual(clientWidth);
  expect(button('Sharing...').element().getBoundingClientRect().width).toBe(shareWidth);
  // The button keeps the focus and ignores further presses.
  await expectFocus(button('Sharing...'));
  await userEvent.keyboard('{Enter} ');
  await expect.element(composer()).toHaveAttribute('readonly');
  finish(postOf('Soup on the stove.', { author: ana, isAwaitingReview: true }));
  await expect.element(toast()).toMatchTextContent('Your post awaits review');
  await expect.element(cardWith('Soup on the stove.')).toMatchTextContent('Awaiting review');
  await expect.element(composer()).toHaveValue('');
  await expectFocus(composer());
  const keys = requestsOf(feedCalls.createPost).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test.each([
  ['Content warning', 'Remove content warning'],
  ['Poll', 'Remove poll'],
])('removing an attachment by keyboard returns the focus to the text: %s', async (tool, remove) => {
  await renderFeed();
  await composer().fill('A question');
  await focus(button(tool));
  await userEvent.keyboard('{Enter}');
  await focus(button(remove));
  await userEvent.keyboard('{Enter}');
  await expect.element(button(remove)).not.toBeInTheDocument();
  await expectFocus(composer());
});

test('a draft stays when its author leaves the screen', async () => {
  const { leave } = await renderFeed();
  await composer().fill('Half a thought');
  await leave();
  await renderFeed();
  await expect.element(composer()).toHaveValue('Half a thought');
});

test('the comment button toggles the comments and keeps the draft, also after a failure', async () => {
  const post = postOf('A slow afternoon.', { commentsCount: 1 });
  await renderFeed(post);
  reply(feedCalls.listComments, [commentOf(post.id, 'With cake.')]);
  reply(feedCalls.createComment, problem(500));
  await expect.element(commentButton()).toHaveAttribute('aria-expanded', 'false');
  await commentButton().click();
  await expect.element(page.getByText('With cake.')).toBeVisible();
  await commentField().fill('Which');
  await commentButton().click();
  await expect.element(page.getByText('With cake.')).not.toBeInTheDocument();
  await commentButton().click();
  await expect.element(commentField()).toHaveValue('Which');
  await focus(commentField());
  await userEvent.keyboard('{Enter}');
  await expect.element(toast()).toMatchTextContent('Failed to post comment');
  await expect.element(commentField()).toHaveValue('Which');
  reply(feedCalls.createComment, commentOf(post.id, 'Which', { author: ana, isAwaitingReview: true }));
  await userEvent.keyboard('{Enter}');
  await expect.element(toast()).toMatchTextContent('Your comment awaits review');
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Which' })).toMatchTextContent('Awaiting review');
  await expectAccessible('a post with comments');
});

test.each([
  ['no comments', []],
  ['three short comments', ['Gloves on.', 'So white.', 'I like it.']],
])('content below a post with %s does not move when its comments load late', async (_name, texts) => {
  await page.viewport(375, 812);
  const post = postOf('First snow.', { commentsCount: texts.length });
  await renderFeed(post);
  const finish = holdReply(feedCalls.listComments);
  await commentButton().click();
  await expect.element(commentField()).toBeVisible();
  const loadingHeight = heightOf(cardWith('First snow.').element());
  finish(texts.map((text) => commentOf(post.id, text)));
  const last = texts.at(-1) ?? 'No comments yet. A kind word goes a long way.';
  await expect.element(page.getByText(last)).toBeVisible();
  expect(heightOf(cardWith('First snow.').element())).toBe(loadingHeight);
});

test('when the focused post is deleted, the focus moves to the feed and the deletion is announced', async () => {
  const post = postOf('Fog over the lake');
  await renderFeed(post, postOf('Sun on the stairs'));
  await focus(button(/^Like/, cardWith('Fog over the lake')));
  deliver({ type: 'post.deleted', postId: post.id });
  await expect.element(cardWith('Fog over the lake')).not.toBeInTheDocument();
  await expectFocus(page.getByRole('region', { name: 'Posts', exact: true }));
  await expect
    .element(page.getByRole('status').filter({ hasText: 'This post is no longer available.' }))
    .toBeInTheDocument();
});

test('a post that arrives while earlier new posts load waits for the next press', async () => {
  await renderFeed(postOf('Something to look at.'));
  const [first, second] = [postOf('The first.'), postOf('The second.')];
  const pill = button(/new posts?$/);
  deliver({ type: 'post.created', postId: first.id, authorId: first.authorId });
  const finish = holdReply(feedCalls.listPosts);
  await pill.click();
  deliver({ type: 'post.created', postId: second.id, authorId: second.authorId });
  finish([first]);
  await expect.element(cardWith('The first.')).toBeVisible();
  await expect.element(pill).toMatchTextContent('1 new post');
  await expect.element(cardWith('The second.')).not.toBeInTheDocument();
});

test('an author edits and deletes a post from its menu', async () => {
  const post = postOf('Hello', { author: ana });
  await renderFeed(post);
  reply(feedCalls.updatePost, { ...post, content: 'Hello again', editedAt: new Date().toISOString() });
  reply(feedCalls.deletePost, problem(500));
  await chooseFromMenu(cardWith('Hello'), /^Post options/, 'Edit Post');
  const editor = page.getByLabelText('Edit your post');
  await expectFocus(editor);
  await editor.fill('Hello again');
  await button('Save').click();
  await expect.element(toast()).toMatchTextContent('Post updated');
  await expectFocus(button(/^Post options/));
  await chooseFromMenu(cardWith('Hello again'), /^Post options/, 'Delete Post');
  await button('Delete', page.getByRole('alertdialog')).click();
  await expect.element(page.getByText('Failed to delete post').first()).toBeVisible();
  reply(feedCalls.deletePost, undefined);
  await button('Delete', page.getByRole('alertdialog')).click();
  await expect.element(cardWith('Hello again')).not.toBeInTheDocument();
});

test('saving an edit does not take the focus from a member who types elsewhere', async () => {
  const post = postOf('Hello', { author: ana, commentsCount: 1 });
  await renderFeed(post);
  const comment = commentOf(post.id, 'Old words', { author: ana });
  reply(feedCalls.listComments, [comment]);
  const finishPost = holdReply(feedCalls.updatePost);
  await chooseFromMenu(cardWith('Hello'), /^Post options/, 'Edit Post');
  await page.getByLabelText('Edit your post').fill('Hello again');
  await button('Save').click();
  await composer().click();
  await userEvent.keyboard('I write ');
  finishPost({ ...post, content: 'Hello again' });
  await expect.element(button(/^Post options/)).toBeVisible();
  await userEvent.keyboard('on');
  await expect.element(composer()).toHaveValue('I write on');

  const finishComment = holdReply(feedCalls.updateComment);
  await commentButton().click();
  await chooseFromMenu(page, /^Comment options/, 'Edit Comment');
  await page.getByLabelText('Edit your comment').fill('New words');
  await button('Save').click();
  await commentField().click();
  await userEvent.keyboard('I write ');
  finishComment({ ...comment, content: 'New words' });
  await expect.element(page.getByLabelText('Edit your comment')).not.toBeInTheDocument();
  await userEvent.keyboard('on');
  await expect.element(commentField()).toHaveValue('I write on');
});

const optionIds = [newId(), newId()];
/** A poll about tea and coffee with the votes for each, if the reader may see them. */
const pollOf = (votes: readonly number[] | null, fields: Partial<Poll> = {}): Poll => ({
  options: ['Tea', 'Coffee'].map((text, index) => ({ id: optionIds[index]!, text, votes: votes?.[index] ?? null })),
  totalVotes: votes && votes.reduce((sum, count) => sum + count, 0),
  myOptionId: null,
  closesAt: new Date(Date.now() + 2 * 86_400_000).toISOString(),
  isClosed: false,
  revision: 1,
  ...fields,
});
const results = () => page.getByRole('list', { name: 'Results' }).getByRole('listitem');
const option = (name: string) => page.getByRole('radio', { name });
const poll = () => page.getByRole('group', { name: /^Poll, post by Tom/ });

test('a member votes and changes the vote by keyboard', async () => {
  await renderFeed(postOf('Tea or coffee?', { poll: pollOf(null) }));
  await focus(button('Vote'));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Please choose an option first.')).toBeVisible();
  await expectAccessible('a poll to vote in');
  await focus(option('Tea'));
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(option('Coffee')).toBeChecked();
  reply(pollCalls.votePoll, pollOf([0, 1], { myOptionId: optionIds[1]!, revision: 2 }));
  await focus(button('Vote'));
  await userEvent.keyboard('{Enter}');
  await expect.element(results().nth(1)).toMatchTextContent('Coffee, your vote: 100%, 1 vote');
  await expectFocus(poll());
  await expectAccessible('the results of a poll');
  await userEvent.keyboard('{Tab}{Enter}');
  await expectFocus(option('Coffee'));
  await userEvent.keyboard('{ArrowUp}');
  reply(pollCalls.votePoll, pollOf([1, 0], { myOptionId: optionIds[0]!, revision: 3 }));
  await focus(button('Vote'));
  await userEvent.keyboard('{Enter}');
  await expect.element(results().first()).toMatchTextContent('Tea, your vote: 100%, 1 vote');
});

test('a poll that has just closed refuses the vote and shows the results', async () => {
  const post = postOf('Tea or coffee?', { poll: pollOf(null) });
  await renderFeed(post);
  await option('Tea').click();
  const detail = 'This poll closed before your vote arrived. Nothing was changed.';
  reply(pollCalls.votePoll, problem(409, 'feed.poll_closed', detail));
  reply(feedCalls.getPost, { ...post, poll: pollOf([0, 1], { isClosed: true, revision: 2 }) });
  await button('Vote').click();
  await expect.element(toast()).toMatchTextContent(detail);
  await expect.element(results().nth(1)).toMatchTextContent('Coffee: 100%, 1 vote');
  await expect.element(page.getByText('1 vote · Closed')).toBeVisible();
  expect(button(/^Change vote/).elements()).toEqual([]);
});

test('a vote with a lost response is shown as counted', async () => {
  const post = postOf('Tea or coffee?', { poll: pollOf(null) });
  await renderFeed(post);
  await option('Tea').click();
  reply(pollCalls.votePoll, networkFailure);
  reply(feedCalls.getPost, { ...post, poll: pollOf([1, 0], { myOptionId: optionIds[0]!, revision: 2 }) });
  await button('Vote').click();
  await expect.element(results().first()).toMatchTextContent('Tea, your vote: 100%, 1 vote');
  await expect.element(page.getByRole('status').filter({ hasText: 'Your vote is counted.' })).toBeInTheDocument();
  await expect.element(toast()).not.toBeInTheDocument();
});

const at = (time: number) => ({ createdAt: new Date(time).toISOString() });

test('a line follows the posts of others that are new since the last visit, and stays there until the next one', async () => {
  const [yesterday, hour] = [Date.now() - 86_400_000, 3_600_000];
  const seen = postOf('Seen yesterday.', at(yesterday));
  const line = page.getByText('New since your last visit');
  storeNewestSeen(ana.id, seen.createdAt, yesterday);
  const own = postOf('Written from my phone.', { ...at(yesterday + hour), author: ana, authorId: ana.id });
  const { leave } = await renderFeed(own, seen);
  await expect.element(cardWith('Seen yesterday.')).toBeVisible();
  expect(line.query()).toBeNull();
  await leave();

  storeNewestSeen(ana.id, seen.createdAt, yesterday);
  await renderFeed(postOf('Fresh bread.', at(yesterday + hour)), seen);
  await expect.element(line).toBeVisible();
  const below = Node.DOCUMENT_POSITION_FOLLOWING;
  expect(cardWith('Fresh bread.').element().compareDocumentPosition(line.element())).toBe(below);
  expect(line.element().compareDocumentPosition(cardWith('Seen yesterday.').element())).toBe(below);
});
