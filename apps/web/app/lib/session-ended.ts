import { waitAfterToast, showToast } from './toast-store.ts';

/** How long the toast stays visible before the page unloads. */
const redirectDelayMilliseconds = 500;
let isLeaving = false;

/** URL of sign-in. Afterwards, the member returns to `returnTo`, a path of this site. */
export const signInAddress = (returnTo: string): string => `/api/login?${new URLSearchParams({ returnTo }).toString()}`;

/**
 * Tells the member that they are signed out and redirects to sign-in, which leads back here. Several calls may fail
 * with 401 at once: only the first one has an effect.
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

/** Suppresses the message while members sign out themselves. */
export const setLeaving = (isLeavingNow: boolean): void => {
  isLeaving = isLeavingNow;
};

/**
 * Ends all sessions of the member with the given call, removes their data from this device, and leaves the page.
 * Rejects if the call fails. The member then stays signed in.
 */
export type SignOutWith = (end: () => Promise<unknown>, address?: string) => Promise<void>;

if (typeof window !== 'undefined') {
  // A page restored from the back-forward cache keeps its variables, so reset this one.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) isLeaving = false;
  });
}
