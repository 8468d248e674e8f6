import type { QueryClient } from '@tanstack/react-query';
import { clearDraft, draftKeysOf } from '../../lib/drafts.ts';
import type { LiveFeature } from '../../lib/live.ts';

/**
 * What is gone takes along the words that were begun about it: nothing leads to them any more, and each sign-out would ask
 * about them. The name of such a draft ends with the id of what it is about.
 */
export const live = (_queryClient: QueryClient, viewerId: string): LiveFeature => {
  const forgetDraftsAbout = (id: string): void => {
    for (const key of draftKeysOf(viewerId)) if (key.endsWith(`:${id}`)) clearDraft(key);
  };
  return {
    frames: {
      'post.deleted': ({ postId }) => forgetDraftsAbout(postId),
      'comment.deleted': ({ commentId }) => forgetDraftsAbout(commentId),
      'win.deleted': ({ winId }) => forgetDraftsAbout(winId),
      'note.deleted': ({ noteId }) => forgetDraftsAbout(noteId),
      'recommendation.deleted': ({ recommendationId }) => forgetDraftsAbout(recommendationId),
      'event.deleted': ({ eventId }) => forgetDraftsAbout(eventId),
      'meditation.deleted': ({ meditationId }) => forgetDraftsAbout(meditationId),
      'meditation_comment.deleted': ({ commentId }) => forgetDraftsAbout(commentId),
    },
  };
};
