import type { PostAttachmentInput } from './posts.api.ts';

/** Draft name of a post's attachments: pictures, poll, event and warning. */
export const attachmentsDraftName = 'post-parts';

/** The fields of that draft that the composer needs. The lazily loaded `composer-attachments.ts` stores them. */
export type StoredAttachments = { body: PostAttachmentInput; isReady: boolean };

export const readStoredAttachments = (text: string): StoredAttachments => {
  try {
    return JSON.parse(text) as StoredAttachments;
  } catch {
    return { body: {}, isReady: true };
  }
};
