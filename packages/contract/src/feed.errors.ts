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
  'feed.picture_not_found': {
    status: 400,
    path: 'images',
    title: 'A picture is missing',
    detail: 'A picture is not kept here any more. Please take it away, or add it again. Nothing was shared.',
  },
  'feed.event_not_found': {
    status: 400,
    path: 'eventId',
    title: 'Event not found',
    detail: 'This event is over, or not here any more. Please choose another one. Nothing was shared.',
  },
  'feed.poll_not_found': { status: 404, title: 'Poll not found', detail: 'This post has no poll.' },
  'feed.poll_option_not_found': {
    status: 400,
    path: 'optionId',
    title: 'Option not found',
    detail: 'This poll has no such option. Nothing was changed.',
  },
  'feed.poll_closed': {
    status: 409,
    title: 'This poll is closed',
    detail: 'It took its last votes before yours. Nothing was changed.',
  },
  'feed.reason_required': {
    status: 400,
    path: 'reason',
    title: 'A reason is needed',
    detail: 'Please tell the author why their post is removed. Nothing was changed.',
  },
});
