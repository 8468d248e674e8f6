import { feedCalls } from '@commons/contract/feed/calls';
import type { Post } from '@commons/contract/feed/schemas';
import { moderationCalls } from '@commons/contract/moderation/calls';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdReply, pageWithNext, reply, requestsOf } from '../../../test/api.ts';
import { commentOf, postOf } from '../../../test/posts.ts';
import {
  ana,
  button,
  cardWith,
  chooseFromMenu,
  deliver,
  dialog,
  expectFocus,
  focus,
  manager,
  newId,
  renderScreen,
  toast,
  viewer,
} from '../../../test/screen.tsx';
import { catchUpAll } from '../../lib/live.ts';
import FeedScreen from './feed-screen.tsx';
import { live } from './live.ts';
import PostScreen from './post-screen.tsx';

beforeEach(() => reply(feedCalls.countUnansweredPosts, { count: 0 }));

const posts = () => page.getByRole('region', { name: 'Posts', exact: true });
const comments = () => page.getByRole('region', { name: 'Comments' });
const commentField = () => page.getByPlaceholder('Write a comment...');
const reconnect = () => catchUpAll({ isReconnect: true });
const announcement = () => page.getByRole('status').filter({ hasText: 'This post is no longer available.' });

async function renderFeed(shown: Post[], member = viewer) {
  reply(feedCalls.listPosts, shown);
  await renderScreen(<FeedScreen />, { live, member });
  await expect.element(page.getByRole('region', { name: 'Share a post' })).toBeVisible();
}

async function renderPost(post: Post, member = viewer) {
  reply(feedCalls.getPost, post);
  await renderScreen(<PostScreen />, { path: `/posts/${post.id}`, pattern: '/posts/:id', live, member });
  await expect.element(cardWith(post.content)).toBeInTheDocument();
}

test('comments that arrive or are deleted while the list loads are shown correctly', async () => {
  const post = postOf('A slow evening', { commentsCount: 1 });
  const [gone, first, second, third] = ['Too soon', 'First', 'Second', 'Third'].map((text) => commentOf(post.id, text));
  let countsRevision = 1;
  const announce = (type: 'comment.created' | 'comment.deleted', { id }: { id: string }) =>
    deliver({
      type,
      postId: post.id,
      commentId: id,
      likesCount: 0,
      commentsCount: 2,
      countsRevision: (countsRevision += 1),
    });
  reply(feedCalls.listComments, [gone!]);
  await renderPost(post);
  await expect.element(page.getByText('Too soon')).toBeVisible();
  // Each held response is older than the last frame.
  let finish = holdReply(feedCalls.listComments);
  announce('comment.created', first!);
  await expect.poll(() => requestsOf(feedCalls.listComments).length).toBe(2);
  reply(feedCalls.listComments, [first!]);
  announce('comment.deleted', gone!);
  finish([gone!, first!]);
  await expect.element(page.getByText('First')).toBeVisible();
  await expect.element(page.getByText('Too soon')).not.toBeInTheDocument();

  finish = holdReply(feedCalls.listComments);
  announce('comment.created', second!);
  await expect.poll(() => requestsOf(feedCalls.listComments).length).toBe(4);
  reply(feedCalls.listComments, [first!, second!, third!]);
  announce('comment.created', third!);
  finish([first!, second!]);
  await expect.element(page.getByText('Third')).toBeVisible();
  await expect.element(page.getByText('Second')).toBeVisible();
});

test('when the focused post is missing after a reconnect, the focus moves to the feed', async () => {
  const post = postOf('Fog over the lake');
  await renderFeed([post, postOf('Sun on the stairs')]);
  await focus(button(/^Comment/, cardWith('Fog over the lake')));
  reply(feedCalls.listPosts, [postOf('A cup of tea')]);
  reconnect();
  await expectFocus(posts());
  await expect.element(announcement()).toBeInTheDocument();
});

test('on the screen of a post, focus moves nearby when the focused comment or the post is deleted', async () => {
  const post = postOf('A cup of tea', { commentsCount: 1 });
  const comment = commentOf(post.id, 'With honey?');
  reply(feedCalls.listComments, [comment]);
  await renderPost(post);
  await focus(comments().getByRole('link', { name: 'Tom Lund' }).first());
  const counts = { postId: post.id, likesCount: 0, commentsCount: 0, countsRevision: 2 };
  deliver({ type: 'comment.deleted', commentId: comment.id, ...counts });
  await expectFocus(comments());
  deliver({ type: 'post.deleted', postId: post.id });
  await expect.element(page.getByRole('heading', { name: 'This post is no longer available' })).toBeVisible();
  await expectFocus(page.getByRole('main'));
  await expect.element(announcement()).toBeInTheDocument();
});

test('a member’s new comment stays visible after a reconnect, below comments that are not loaded', async () => {
  const post = postOf('Many of you.', { commentsCount: 2 });
  const [first, last] = ['Comment 1.', 'Comment 25.'].map((text) => commentOf(post.id, text));
  const own = commentOf(post.id, 'Mine, at the end.', { author: ana });
  reply(feedCalls.listComments, ({ query }) => (query.has('cursor') ? [last!, own] : pageWithNext([first!])));
  reply(feedCalls.createComment, own);
  await renderPost(post);
  await expect.element(page.getByText('Comment 1.')).toBeVisible();
  await commentField().fill('Mine, at the end.');
  await focus(commentField());
  await userEvent.keyboard('{Enter}');
  await expect.element(toast()).toMatchTextContent('Comment added');
  const edited = { ...first!, content: 'Comment 1, edited.' };
  reply(feedCalls.listComments, ({ query }) => (query.has('cursor') ? [last!, own] : pageWithNext([edited])));
  reconnect();
  await expect.element(page.getByText('Comment 1, edited.')).toBeVisible();
  deliver({ type: 'like.changed', postId: post.id, likesCount: 1, commentsCount: 3, countsRevision: 3 });
  await expect.element(button(/^Like 1 like/)).toBeVisible();
  await expect.element(page.getByText('Mine, at the end.')).toBeVisible();
  await button('Show more comments').click();
  await expect.element(page.getByText('Comment 25.')).toBeVisible();
  expect(page.getByText('Mine, at the end.').elements()).toHaveLength(1);
});

test('the author of a poll about wanting to die sees support lines', async () => {
  await renderFeed([]);
  await page.getByPlaceholder('Share your thoughts with the community...').fill('Be honest with me');
  await button('Poll').click();
  await page.getByLabelText('Option 1', { exact: true }).fill('I want to die');
  await expect.element(page.getByRole('complementary', { name: 'We are glad you are here' })).toBeVisible();
});

const option = (text: string) => ({ id: newId(), text, votes: null });

test('a muted word hides a post by its poll', async () => {
  const poll = {
    options: [option('A diet'), option('A walk')],
    totalVotes: null,
    myOptionId: null,
    closesAt: new Date(Date.now() + 86_400_000).toISOString(),
    isClosed: false,
    revision: 1,
  };
  await renderFeed([postOf('Choose.', { poll })], { ...viewer, mutedWords: ['diet'] });
  await expect.element(page.getByText('Hidden by a word you muted')).toBeVisible();
  await expect.element(page.getByText('Choose.')).not.toBeVisible();
});

test('a moderator removes another member’s post from its menu', async () => {
  await renderFeed([postOf('Leave your therapy this week.', { can: { edit: false, delete: true } })], manager);
  await chooseFromMenu(cardWith('Leave your therapy'), /^Post options/, 'Remove Post');
  await dialog().getByLabelText('Guideline').selectOptions('No room for harmful advice about health');
  reply(moderationCalls.removeAsModerator, Response.json({}));
  await button('Remove Post', dialog()).click();
  await expect.element(toast()).toMatchTextContent('Post removed');
  await expect.element(cardWith('Leave your therapy')).not.toBeInTheDocument();
});
