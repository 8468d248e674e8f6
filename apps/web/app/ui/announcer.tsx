import { useSyncExternalStore } from 'react';

let message = '';
const listeners = new Set<() => void>();

/** Announces a text politely to screen readers. */
export function announce(text: string) {
  // A live region announces changes only, so a repeated text gets an invisible difference.
  message = text === message ? `${text}\u00A0` : text;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The page's only polite live region. Mounted once by the root. */
export function Announcer() {
  const current = useSyncExternalStore(
    subscribe,
    () => message,
    () => '',
  );
  return (
    <div role="status" aria-live="polite" className="sr-only">
      {current}
    </div>
  );
}
