import type { QueryClient } from '@tanstack/react-query';
import { clearDraft, draftKeysOf } from '../../lib/drafts.ts';
import type { LiveFeature } from '../../lib/live.ts';
import { forgetDeleted, markDeleted } from '../../lib/unsaved-text.ts';

/** Delay before drafts are deleted, because open forms in any tab still read them when they close. */
const deletionDelayMilliseconds = 5_000;

/**
 * Deletes the drafts about a deleted post, comment or other item. Their form can no longer be opened, but sign-out
 * would still warn about them. The name of such a draft ends with the id of the item.
 */
export const live = (_queryClient: QueryClient, viewerId: string): LiveFeature => {
  const deleteDraftsAbout = (id: string): void => {
    markDeleted(id);
    setTimeout(() => {
      forgetDeleted(id);
      for (const key of draftKeysOf(viewerId)) if (key.endsWith(`:${id}`)) clearDraft(key);
    }, deletionDelayMilliseconds);
  };
  return {
    frames: {
      'post.deleted': ({ postId }) => deleteDraftsAbout(postId),
      'comment.deleted': ({ commentId }) => deleteDraftsAbout(commentId),
      'win.deleted': ({ winId }) => deleteDraftsAbout(winId),
      'note.deleted': ({ noteId }) => deleteDraftsAbout(noteId),
      'recommendation.deleted': ({ recommendationId }) => deleteDraftsAbout(recommendationId),
      'event.deleted': ({ eventId }) => deleteDraftsAbout(eventId),
      'meditation.deleted': ({ meditationId }) => deleteDraftsAbout(meditationId),
      'meditation_comment.deleted': ({ commentId }) => deleteDraftsAbout(commentId),
    },
  };
};
