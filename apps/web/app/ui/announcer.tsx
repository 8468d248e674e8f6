import { useSyncExternalStore } from 'react';

let message = '';
const listeners = new Set<() => void>();

/** Has a screen reader say something that arrived by itself, when it has finished its sentence. */
export function announce(text: string) {
  // The same words twice are two events; without a difference the second would stay unsaid.
  message = text === message ? `${text}\u00A0` : text;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The one polite live region of the page, mounted by the root. */
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
