import type { PostParts } from './posts.api.ts';

/** The name of the draft of what stands beside the words of a post: pictures, a poll, an event, a warning. */
export const partsKey = 'post-parts';

/** As much of it as sharing takes; `post-parts.ts`, which comes later, writes it. */
export type KeptParts = { body: PostParts; isReady: boolean };

export const readKeptParts = (text: string): KeptParts => {
  try {
    return JSON.parse(text) as KeptParts;
  } catch {
    return { body: {}, isReady: true };
  }
};
