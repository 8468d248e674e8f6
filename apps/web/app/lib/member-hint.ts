import { readStored, store } from './draft-storage.ts';

const storageKey = 'signed-in';

const show = (isSignedIn: boolean): void => {
  const { dataset } = document.documentElement;
  if (isSignedIn) dataset['viewer'] = 'member';
  else delete dataset['viewer'];
};

/** Shows whether somebody is signed in, and notes it on the device. Signing out removes the note with everything else. */
export function noteSignedIn(isSignedIn: boolean): void {
  show(isSignedIn);
  store(storageKey, isSignedIn ? 'yes' : '');
}

/** Pages that are kept for offline use are the same for everybody: without a connection the device says who reads them. */
export function showOfflineMember(): void {
  if (!navigator.onLine && readStored(storageKey) !== null) show(true);
}
