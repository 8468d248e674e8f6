import { authCalls } from '@commons/contract/auth/calls';
import { viewerQuery } from '../features/auth/index.ts';
import { call, NetworkError, timeoutMilliseconds } from '../lib/api-client.ts';
import { isSignedOutError } from '../lib/api-error.ts';
import { clearClientState } from '../lib/client-state.ts';
import { clearDraftsOf } from '../lib/drafts.ts';
import { paths } from '../lib/paths.ts';
import { queryClient } from '../lib/query-client.ts';
import { setLeaving, type SignOutWith } from '../lib/session-ended.ts';
import { store, storedKeys } from '../lib/storage.ts';

/**
 * Data that does not belong to an account stays: the crisis page's country, the keyboard setting, and public code and
 * pages.
 */
const keptKeys: ReadonlySet<string> = new Set(['crisis-country', 'shortcuts']);
const isPublicCache = (name: string): boolean => name === 'application' || name.startsWith('workbox-precache');

const removeCaches = async (): Promise<void> => {
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !isPublicCache(name)).map((name) => caches.delete(name)));
};

/** Removes all data of a member after a deliberate sign-out, because the device may be shared. */
const clearDeviceData = async (memberId: string): Promise<void> => {
  clearDraftsOf(memberId);
  clearClientState(queryClient);
  // Failures here do not block the sign-out.
  await import('../features/player/player.ts')
    .then((player) => player.clearPlayerData(memberId))
    .catch(() => undefined);
  await import('../features/notifications/this-device.ts')
    .then((device) => device.clearPushFromDevice())
    .catch(() => undefined);
  for (const key of storedKeys()) if (!keptKeys.has(key)) store(key, '');
  sessionStorage.clear();
  await removeCaches();
};

const isSignedOut = (): Promise<boolean> => call(authCalls.getCurrentUser).then(() => false, isSignedOutError);

/** Ignores a lost response if the session has ended. */
const ignoreIfSignedOut = async (error: unknown): Promise<void> => {
  if (!(error instanceof NetworkError && (await isSignedOut()))) throw error;
};

const endAndLeave = async (memberId: string | undefined, ...[end, address = paths.home]: Parameters<SignOutWith>) => {
  if (memberId !== undefined)
    await import('../features/player/player.ts')
      .then((player) => player.reportListening(memberId))
      .catch(() => undefined);
  setLeaving(true);
  try {
    await end().catch(ignoreIfSignedOut);
  } catch (error) {
    setLeaving(false);
    throw error;
  }
  if (memberId !== undefined) await clearDeviceData(memberId).catch(() => undefined);
  window.location.assign(address);
};

export const signOutWith: SignOutWith = (end, address) =>
  endAndLeave(queryClient.getQueryData(viewerQuery.queryKey)?.id, end, address);

/** Calls the sign-out route. A link to it would show the browser's own error page while the server is unreachable. */
const endSession = async (): Promise<void> => {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const answer = await fetch(paths.logout, { redirect: 'manual', signal }).catch((error: unknown) => {
    throw new NetworkError(error);
  });
  // The route redirects after the session has ended. The error page of a proxy or of the server does not.
  if (answer.type !== 'opaqueredirect') throw new Error(`The server responded with ${answer.status}.`);
};

/**
 * Ends the session of this browser. Rejects if the session continues. In this case no local data has been removed.
 * After success, the page navigates to the sign-out route as well: it makes the browser drop its cache, so that "Back"
 * shows no member page.
 */
export const signOut = (memberId: string): Promise<void> => endAndLeave(memberId, endSession, paths.logout);

/**
 * Removes the data of other members when a member signs in. After a session merely expired, the same member still finds
 * their drafts. Storage keys contain the member's id.
 */
export const removeOtherMembersData = async (memberId: string): Promise<void> => {
  const ownerOf = (key: string) => /^(?:draft|listening|searches|seen|told):([\w-]{36}):/.exec(key)?.[1] ?? memberId;
  const others = storedKeys().filter((key) => ownerOf(key) !== memberId);
  if (others.length === 0) return;
  for (const key of others) store(key, '');
  sessionStorage.clear();
  await removeCaches();
};
