import type { PostAttachmentInput } from './posts.api.ts';

/** Draft name of a post's attachments: pictures, poll, event and warning. */
export const attachmentsDraftName = 'post-parts';

/** The part of that draft that the composer sends. The lazily loaded `composer-attachments.ts` writes it. */
export type StoredAttachments = { body: PostAttachmentInput; isReady: boolean };

export const readStoredAttachments = (text: string): StoredAttachments => {
  try {
    return JSON.parse(text) as StoredAttachments;
  } catch {
    return { body: {}, isReady: true };
  }
};
