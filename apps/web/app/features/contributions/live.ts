import type { QueryClient } from '@tanstack/react-query';
import { clearDraft, draftKeysOf } from '../../lib/drafts.ts';
import type { LiveFeature } from '../../lib/live.ts';
import { forgetDeleted, markDeleted } from '../../lib/unsaved-text.ts';

/** Delay before drafts are deleted: open forms in any tab still read them when they close. */
const forgetMilliseconds = 5_000;

/**
 * Deletes the drafts about a deleted subject. No screen leads to them, and sign-out would ask about them each time. The
 * name of such a draft ends with the id of its subject.
 */
export const live = (_queryClient: QueryClient, viewerId: string): LiveFeature => {
  const forgetDraftsAbout = (id: string): void => {
    markDeleted(id);
    setTimeout(() => {
      forgetDeleted(id);
      for (const key of draftKeysOf(viewerId)) if (key.endsWith(`:${id}`)) clearDraft(key);
    }, forgetMilliseconds);
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
