import { defineErrors } from './problem.ts';

// Apart from the paths: those are in the first load of every member, and these in no browser.
export const feedErrors = defineErrors({
  'feed.post_not_found': { status: 404, title: 'Post not found', detail: 'This post is not here any more.' },
  'feed.comment_not_found': { status: 404, title: 'Comment not found', detail: 'This comment is not here any more.' },
  'feed.not_your_post': { status: 403, title: 'Not your post', detail: 'Only the author can edit a post.' },
  'feed.not_your_comment': { status: 403, title: 'Not your comment', detail: 'Only the author can edit a comment.' },
  'feed.cannot_delete': {
    status: 403,
    title: 'Not allowed',
    detail: 'Only the author or a moderator can delete this.',
  },
  'feed.reason_required': {
    status: 400,
    path: 'reason',
    title: 'A reason is needed',
    detail: 'Please tell the author why their post is removed. Nothing was changed.',
  },
});
