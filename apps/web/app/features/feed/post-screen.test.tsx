import { feedCalls } from '@commons/contract/feed/calls';
import type { Post, PostComment } from '@commons/contract/feed/schemas';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { problem, reply } from '../../../test/api.ts';
import { commentOf, postOf } from '../../../test/posts.ts';
import {
  ana,
  button,
  chooseFromMenu,
  deliver,
  dialog,
  expectLostText,
  focus,
  renderScreen,
  tom,
} from '../../../test/screen.tsx';
import { live } from './live.ts';
import PostScreen from './post-screen.tsx';

const text = 'Be gentle with yourself';
let post: Post;
let comment: PostComment;
const deletePost = () => deliver({ type: 'post.deleted', postId: post.id });
const editComment = async () => {
  await chooseFromMenu(page, /^Comment options/, 'Edit Comment');
  await page.getByLabelText('Edit your comment').fill(text);
};

const renderPost = (author = tom) => {
  post = postOf('Fog over the lake', { author, commentsCount: 1 });
  comment = commentOf(post.id, 'Good morning', { author: ana });
  reply(feedCalls.getPost, post);
  reply(feedCalls.listComments, [comment]);
  return renderScreen(<PostScreen />, { path: `/posts/${post.id}`, pattern: '/posts/:id', live });
};

beforeEach(() => reply(feedCalls.listPosts, []));

test.each([
  ['unknown', problem(404, 'feed.post_not_found')],
  ['impossible', problem(400, 'request.invalid')],
])('a post with an %s id shows a notice with a link to the feed', async (_kind, response) => {
  reply(feedCalls.getPost, response);
  reply(feedCalls.listComments, response);
  const { url } = await renderScreen(<PostScreen />, { path: '/posts/x', pattern: '/posts/:id', live });
  await expect.element(page.getByRole('heading', { name: 'This post is no longer available' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the feed' }).click();
  expect(url()).toBe('/');
});

test('deleting a post on its own page leads to the feed', async () => {
  const { url } = await renderPost(ana);
  reply(feedCalls.deletePost, undefined);
  await chooseFromMenu(page.getByRole('article'), /^Post options/, 'Delete Post');
  await button('Delete', page.getByRole('alertdialog')).click();
  await expect.poll(url).toBe('/');
});

test('an edit of a comment stays visible when the comment or its post is deleted', async () => {
  const { leave } = await renderPost();
  await editComment();
  const counts = { likesCount: 0, commentsCount: 0, countsRevision: 1 };
  deliver({ type: 'comment.deleted', postId: post.id, commentId: comment.id, ...counts });
  await expectLostText('This comment was deleted. Your changes were not saved.', text);
  await leave();
  await renderPost();
  await editComment();
  deletePost();
  await expectLostText('This comment is no longer available. Your changes were not saved.', text);
});

test('an edit of a post stays visible when the post is deleted', async () => {
  await renderPost(ana);
  await chooseFromMenu(page.getByRole('article'), /^Post options/, 'Edit Post');
  await page.getByLabelText('Edit your post').fill(text);
  deletePost();
  await expectLostText('This post was deleted. Your changes were not saved.', text);
});

test('a report of a post stays visible when the post is deleted', async () => {
  await renderPost();
  await chooseFromMenu(page.getByRole('article'), /^Post options/, 'Report Post');
  await dialog().getByRole('textbox').fill(text);
  deletePost();
  await expectLostText('This post was deleted. Your report was not sent.', text);
});

test('a comment stays visible when the response says that its post was deleted', async () => {
  await renderPost();
  reply(feedCalls.createComment, problem(404, 'feed.post_not_found'));
  reply(feedCalls.getPost, problem(404, 'feed.post_not_found'));
  const field = page.getByPlaceholder('Write a comment...');
  await field.fill(text);
  await focus(field);
  await userEvent.keyboard('{Enter}');
  await expectLostText('This post is no longer available. Your comment was not sent.', text);
});
