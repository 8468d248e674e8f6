import type { HidingChange } from '@commons/contract/profiles';
import type { QueryClient } from '@tanstack/react-query';

/** The viewer blocked or muted a member, or took it back, in whichever of their tabs. */
export type HiddenChange = { userId: string; change: HidingChange };

type Handler = (queryClient: QueryClient, change: HiddenChange) => void;
const handlers = new Set<Handler>();

/** For features that show members: called once for each change. Answers the function that stops it. */
export const onHiddenChange = (handler: Handler): (() => void) => {
  handlers.add(handler);
  return () => void handlers.delete(handler);
};

export const tellHiddenChange = (queryClient: QueryClient, change: HiddenChange): void => {
  for (const handler of handlers) handler(queryClient, change);
};
