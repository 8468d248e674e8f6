import { showToast } from '../../ui/toast-store.ts';

/** Tells the author that it was shared, or, where a moderator looks at it first, that it waits: nothing is promised then. */
export const showShared = (
  { isAwaitingReview }: { isAwaitingReview: boolean },
  name: string,
  shared: Parameters<typeof showToast>[0],
): void =>
  showToast(
    isAwaitingReview
      ? { title: `Your ${name} awaits review`, description: 'A moderator will look at it before others can see it.' }
      : shared,
  );
