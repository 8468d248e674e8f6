import { RecentMap } from '../../lib/client-state.ts';
import { sendFrame } from '../../lib/live.ts';
import { createStore, useStore } from '../../lib/store.ts';

/** How long a member counts as typing after the last frame, and the minimum interval between own frames. */
const shownMilliseconds = 5_000;
const notifyMilliseconds = 3_000;

/** Timers that end the indicators, by member. */
const typing = createStore<ReadonlyMap<string, ReturnType<typeof setTimeout>>>(new Map());

export const markTyping = (userId: string): void => {
  clearTimeout(typing.get().get(userId));
  typing.set(new Map(typing.get()).set(userId, setTimeout(clearTyping, shownMilliseconds, userId)));
};

/** Ends the indicator: the member has stopped, or the message has arrived. */
export const clearTyping = (userId: string): void => {
  clearTimeout(typing.get().get(userId));
  typing.set(new Map([...typing.get()].filter(([id]) => id !== userId)));
};

export const useIsTyping = (userId: string): boolean => useStore(typing, (timers) => timers.has(userId));

const notifiedAt = new RecentMap<string, number>();

/** Notifies the other member of typing, at most every three seconds. */
export const notifyTyping = (receiverId: string): void => {
  const now = Date.now();
  if (now - (notifiedAt.get(receiverId) ?? 0) < notifyMilliseconds) return;
  if (sendFrame({ type: 'typing', receiverId })) notifiedAt.set(receiverId, now);
};
