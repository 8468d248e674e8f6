import { readStored, store } from './storage.ts';

const storageKey = 'signed-in';

const setViewerAttribute = (isSignedIn: boolean): void => {
  const { dataset } = document.documentElement;
  if (isSignedIn) dataset['viewer'] = 'member';
  else delete dataset['viewer'];
};

/** Marks the document as signed in or not, and stores that on the device. */
export function markSignedIn(isSignedIn: boolean): void {
  setViewerAttribute(isSignedIn);
  store(storageKey, isSignedIn ? 'yes' : '');
}

/**
 * Marks the document as signed in while offline, if the device has stored that. Cached public pages are the same for
 * everyone, so their HTML does not contain it.
 */
export function showOfflineMember(): void {
  if (!navigator.onLine && readStored(storageKey) !== null) setViewerAttribute(true);
}
