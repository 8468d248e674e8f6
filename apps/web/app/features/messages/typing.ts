import { useSyncExternalStore } from 'react';
import { RecentMap } from '../../lib/client-state.ts';
import { sendFrame } from '../../lib/live.ts';

/** How long a member counts as typing after the last frame, and the minimum interval between own frames. */
const shownMilliseconds = 5_000;
const notifyMilliseconds = 3_000;

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();
const notifyListeners = (): void => {
  for (const listener of listeners) listener();
};

export const markTyping = (userId: string): void => {
  clearTimeout(timers.get(userId));
  timers.set(
    userId,
    setTimeout(() => clearTyping(userId), shownMilliseconds),
  );
  notifyListeners();
};

/** Ends the indicator: the member has stopped, or the message has arrived. */
export const clearTyping = (userId: string): void => {
  clearTimeout(timers.get(userId));
  if (timers.delete(userId)) notifyListeners();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useIsTyping = (userId: string): boolean => useSyncExternalStore(subscribe, () => timers.has(userId));

const notifiedAt = new RecentMap<string, number>();

/** Notifies the other member of typing, at most every three seconds. */
export const notifyTyping = (receiverId: string): void => {
  const now = Date.now();
  if (now - (notifiedAt.get(receiverId) ?? 0) < notifyMilliseconds) return;
  if (sendFrame({ type: 'typing', receiverId })) notifiedAt.set(receiverId, now);
};
