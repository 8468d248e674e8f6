import { createStore, useStore } from '../lib/store.ts';

const message = createStore('');

/** Announces a text politely to screen readers. */
export function announce(text: string) {
  // A live region announces changes only, so a repeated text gets an invisible difference.
  message.set(text === message.get() ? `${text}\u00A0` : text);
}

/** The page's only polite live region. Mounted once by the root. */
export function Announcer() {
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {useStore(message)}
    </div>
  );
}
