import { readStored, store } from './draft-storage.ts';

const storageKey = 'signed-in';

const show = (isSignedIn: boolean): void => {
  const { dataset } = document.documentElement;
  if (isSignedIn) dataset['viewer'] = 'member';
  else delete dataset['viewer'];
};

/** Marks the document as signed in or not, and stores that on the device. */
export function markSignedIn(isSignedIn: boolean): void {
  show(isSignedIn);
  store(storageKey, isSignedIn ? 'yes' : '');
}

/** Marks the document while offline: cached public pages are the same for everyone, so only the device knows. */
export function showOfflineMember(): void {
  if (!navigator.onLine && readStored(storageKey) !== null) show(true);
}
