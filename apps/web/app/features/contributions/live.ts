import type { QueryClient } from '@tanstack/react-query';
import { clearDraft, draftKeysOf } from '../../lib/drafts.ts';
import type { LiveFeature } from '../../lib/live.ts';
import { forgetDeleted, noteDeleted } from '../../lib/lost-words.ts';

/** Forms that are open, in this tab or another one, take their words from the draft when they go. */
const forgetMilliseconds = 5_000;

/**
 * Deletes the drafts about something that was deleted: nothing leads to them any more, and each sign-out would ask about
 * them. The name of such a draft ends with the id of its subject.
 */
export const live = (_queryClient: QueryClient, viewerId: string): LiveFeature => {
  const forgetDraftsAbout = (id: string): void => {
    noteDeleted(id);
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
