import type { PostParts } from './posts.api.ts';

/** Draft name of a post's attachments: pictures, poll, event and warning. */
export const partsKey = 'post-parts';

/** The part of that draft that the composer sends. The lazily loaded `post-parts.ts` writes it. */
export type KeptParts = { body: PostParts; isReady: boolean };

export const readKeptParts = (text: string): KeptParts => {
  try {
    return JSON.parse(text) as KeptParts;
  } catch {
    return { body: {}, isReady: true };
  }
};
