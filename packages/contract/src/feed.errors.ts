import { defineErrors } from './problem.ts';

// Not in `feed.ts`: every page loads the paths, and no browser needs these texts.
export const feedErrors = defineErrors({
  'feed.post_not_found': { status: 404, title: 'Post not found', detail: 'This post is no longer available.' },
  'feed.comment_not_found': { status: 404, title: 'Comment not found', detail: 'This comment is no longer available.' },
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
    detail: 'A picture is no longer available. Please remove it, or upload it again. Nothing was shared.',
  },
  'feed.event_not_found': {
    status: 400,
    path: 'eventId',
    title: 'Event not found',
    detail: 'This event is over or no longer available. Please choose another one. Nothing was shared.',
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
    detail: 'This poll closed before your vote arrived. Nothing was changed.',
  },
  'feed.reason_required': {
    status: 400,
    path: 'reason',
    title: 'Reason required',
    detail: 'Please tell the author why you are removing their post. Nothing was changed.',
  },
});
