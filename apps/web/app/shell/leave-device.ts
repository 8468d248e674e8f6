import { authCalls } from '@commons/contract/auth';
import { viewerQuery } from '../features/auth/index.ts';
import { call, NetworkError, timeoutMilliseconds } from '../lib/api-client.ts';
import { isSignedOutError } from '../lib/api-error.ts';
import { clearClientState } from '../lib/client-state.ts';
import { clearDraftsOf } from '../lib/drafts.ts';
import { paths } from '../lib/paths.ts';
import { queryClient } from '../lib/query-client.ts';
import { setLeaving, type SignOutBy } from '../lib/session-ended.ts';

/** What knows no accounts, and stays: the country of the crisis page, what the keyboard does, and the code and pages that anybody may read. */
const keptKeys = new Set(['crisis-country', 'shortcuts']);
const isPublicCache = (name: string): boolean => name === 'application' || name.startsWith('workbox-precache');

const keysOf = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => !keptKeys.has(key));

const removeCaches = async (): Promise<void> => {
  if (!('caches' in globalThis)) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !isPublicCache(name)).map((name) => caches.delete(name)));
};

/** After a deliberate sign-out: somebody else may share this device. Whatever is not named above goes. */
const leaveDevice = async (memberId: string): Promise<void> => {
  clearDraftsOf(memberId);
  clearClientState(queryClient);
  // Who wants to leave is not held back.
  await import('../features/player/leave-device.ts')
    .then((player) => player.leaveDevice(memberId))
    .catch(() => undefined);
  await import('../features/notifications/this-device.ts')
    .then((device) => device.leaveDevice())
    .catch(() => undefined);
  for (const storage of [localStorage, sessionStorage]) for (const key of keysOf(storage)) storage.removeItem(key);
  await removeCaches();
};

const isSignedOut = (): Promise<boolean> => call(authCalls.getCurrentUser).then(() => false, isSignedOutError);

/** The answer that the session ended may be lost on its way. */
const unlessSignedOut = async (error: unknown): Promise<void> => {
  if (!(error instanceof NetworkError && (await isSignedOut()))) throw error;
};

const endAndLeave = async (memberId: string | undefined, ...[end, address = paths.home]: Parameters<SignOutBy>) => {
  if (memberId !== undefined)
    await import('../features/player/leave-device.ts')
      .then((player) => player.tellHeard(memberId))
      .catch(() => undefined);
  setLeaving(true);
  try {
    await end().catch(unlessSignedOut);
  } catch (error) {
    setLeaving(false);
    throw error;
  }
  if (memberId !== undefined) await leaveDevice(memberId).catch(() => undefined);
  window.location.assign(address);
};

export const signOutBy: SignOutBy = (end, address) =>
  endAndLeave(queryClient.getQueryData(viewerQuery.queryKey)?.id, end, address);

/** What a link leads to without code, where the browser shows a page of its own when nobody can be reached. */
const endSession = async (): Promise<void> => {
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  const answer = await fetch(paths.logout, { redirect: 'manual', signal }).catch((error: unknown) => {
    throw new NetworkError(error);
  });
  // It leads elsewhere once the session is over; a page of a proxy, or of a server in trouble, does not.
  if (answer.type !== 'opaqueredirect') throw new Error(`The server answered ${answer.status}.`);
};

/**
 * Ends the session of this browser alone. Rejects where it goes on, and then nothing has left the device. Where it ended the
 * page goes the link's way, too: the browser forgets what it has kept meanwhile, and "Back" leads to no page of the member.
 */
export const signOut = (memberId: string): Promise<void> => endAndLeave(memberId, endSession, paths.logout);

/**
 * Who comes after a session that merely ended finds what they wrote; when somebody else signs in, the device has passed to
 * them, and what it kept of others goes. Keys of members hold their id.
 */
export const forgetOthers = async (memberId: string): Promise<void> => {
  const ownerOf = (key: string) => /^(?:draft|listening|searches|told):([\w-]{36}):/.exec(key)?.[1] ?? memberId;
  const others = keysOf(localStorage).filter((key) => ownerOf(key) !== memberId);
  if (others.length === 0) return;
  for (const key of others) localStorage.removeItem(key);
  sessionStorage.clear();
  await removeCaches();
};
