import { waitAfterToast, showToast } from '../ui/toast-store.ts';

/** How long the toast is seen before the page is left. */
const redirectDelayMilliseconds = 500;
let isLeaving = false;

/** Where signing in begins; afterwards the member is back at `returnTo`, a path of this site. */
export const signInAddress = (returnTo: string): string => `/api/login?${new URLSearchParams({ returnTo }).toString()}`;

/**
 * Tells the member that they are signed out and takes them to sign-in, then back here. Many calls may fail with 401
 * at the same time: only the first one speaks.
 */
export const leaveForSignIn = (): void => {
  if (isLeaving) return;
  isLeaving = true;
  showToast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    variant: 'destructive',
  });
  const { pathname, search, hash } = window.location;
  void waitAfterToast(redirectDelayMilliseconds).then(() =>
    window.location.assign(signInAddress(`${pathname}${search}${hash}`)),
  );
};

/** While the member ends their own session, and is led elsewhere, nobody has to tell them that it ended. */
export const setLeaving = (isLeavingNow: boolean): void => {
  isLeaving = isLeavingNow;
};

/**
 * Ends every session of the member by a call, this one too, and leads them out with nothing of theirs left on this device.
 * Rejects when the call did, and they are still signed in.
 */
export type SignOutBy = (end: () => Promise<unknown>, address?: string) => Promise<void>;

if (typeof window !== 'undefined') {
  // A page restored from the back-forward cache keeps its variables; it must be able to leave again.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) isLeaving = false;
  });
}
