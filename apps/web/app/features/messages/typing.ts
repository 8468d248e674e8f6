import { useSyncExternalStore } from 'react';
import { RecentMap } from '../../lib/client-state.ts';
import { sendFrame } from '../../lib/live.ts';

/** How long a member counts as typing after their last word of it, and how often one's own is told. */
const shownMilliseconds = 5_000;
const toldMilliseconds = 3_000;

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();
const changed = (): void => {
  for (const listener of listeners) listener();
};

export const noteTyping = (userId: string): void => {
  clearTimeout(timers.get(userId));
  timers.set(
    userId,
    setTimeout(() => noteTypingEnded(userId), shownMilliseconds),
  );
  changed();
};

/** They stopped, or what they were typing has arrived. */
export const noteTypingEnded = (userId: string): void => {
  clearTimeout(timers.get(userId));
  if (timers.delete(userId)) changed();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useIsTyping = (userId: string): boolean => useSyncExternalStore(subscribe, () => timers.has(userId));

const toldAt = new RecentMap<string, number>();

/** Tells the other that the member is typing, at most every three seconds. */
export const tellTyping = (receiverId: string): void => {
  const now = Date.now();
  if (now - (toldAt.get(receiverId) ?? 0) < toldMilliseconds) return;
  if (sendFrame({ type: 'typing', receiverId })) toldAt.set(receiverId, now);
};
