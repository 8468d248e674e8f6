import type { QueryClient } from '@tanstack/react-query';
import { pollKeys } from './polls.cache.ts';
import { postKeys } from './posts.cache.ts';
import { findLoadedPost } from './posts.changes.ts';
import { refreshPost } from './refresh-post.ts';

/** Those who may see the figures of a poll fetch them: in their own time, that thousands do not ask at once. */
const pauseMilliseconds = { least: 500, spread: 2_000 };
/** A poll that goes on changing is read quickly once, and then so far apart: whoever changes votes makes all voters read. */
const apartMilliseconds = 10_000;

/** The newest revision of each poll that was told of and not looked at yet. */
const heardRevisions = new Map<string, number>();
const readAt = new Map<string, number>();

/** A frame says that a poll changed: when its pause is over, its figures are fetched, unless they came meanwhile. */
export const hearPoll = (queryClient: QueryClient, postId: string, revision: number): void => {
  const heard = heardRevisions.get(postId);
  heardRevisions.set(postId, Math.max(revision, heard ?? 0));
  if (heard !== undefined) return;
  const sinceRead = Date.now() - (readAt.get(postId) ?? 0);
  const { least, spread } = pauseMilliseconds;
  const pause = Math.max(least, apartMilliseconds - sinceRead) + Math.random() * spread;
  setTimeout(() => readIfBehind(queryClient, postId), pause);
};

const readIfBehind = (queryClient: QueryClient, postId: string): void => {
  const revision = heardRevisions.get(postId) ?? 0;
  heardRevisions.delete(postId);
  const poll = findLoadedPost(queryClient, postId)?.poll;
  if (poll && poll.revision >= revision) return;
  const isOnItsWay =
    queryClient.isMutating({ mutationKey: pollKeys.voting(postId) }) > 0 ||
    queryClient.isFetching({ queryKey: postKeys.all }) > 0;
  // What is answered next may be older than the frame, and show figures where there were none.
  if (isOnItsWay) hearPoll(queryClient, postId, revision);
  if (isOnItsWay || !poll || (!poll.isClosed && poll.myOptionId === null)) return;
  readAt.set(postId, Date.now());
  // The next reconnection or visit reads again.
  void refreshPost(queryClient, postId).catch(() => undefined);
};
