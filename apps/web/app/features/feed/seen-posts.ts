// Without React, because the inline script `app/before-paint.ts` contains it.
import { parseStored, readStored, store } from '../../lib/storage.ts';

/** A reload or a short absence does not begin a new visit. */
const visitMilliseconds = 30 * 60_000;

/** Times of the newest post that the member had seen: at the end of the last visit, and in this one. */
type SeenPosts = { before: string | null; newest: string; at: number };

const keyOf = (memberId: string): string => `seen:${memberId}:feed`;

const isSeenPosts = (value: unknown): value is SeenPosts =>
  typeof value === 'object' && value !== null && 'before' in value && 'newest' in value && 'at' in value;

const readSeenPosts = (memberId: string): SeenPosts | null => {
  const stored = parseStored(readStored(keyOf(memberId)));
  return isSeenPosts(stored) ? stored : null;
};

/** Returns the time of the newest post of the last visit, or null on the first one. */
export const findSeenUntil = (memberId: string, now = Date.now()): string | null => {
  const seen = readSeenPosts(memberId);
  return seen && (now - seen.at < visitMilliseconds ? seen.before : seen.newest);
};

/** Records that the member has seen the feed up to its newest post. */
export const storeNewestSeen = (memberId: string, newest: string, now = Date.now()): void => {
  const seen: SeenPosts = { before: findSeenUntil(memberId, now), newest, at: now };
  store(keyOf(memberId), JSON.stringify(seen));
};

/** Whether the posts of the last visit begin between two posts of the feed. */
export const isSeenBoundary = (seenUntil: string | null, newerAt: string | null, at: string): boolean =>
  seenUntil !== null && newerAt !== null && newerAt > seenUntil && at <= seenUntil;
