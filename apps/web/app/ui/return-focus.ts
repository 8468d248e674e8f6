import { useRef } from 'react';

/** What had the focus; of an item of a menu that closes, the button that opened the menu. */
const findOrigin = (): HTMLElement | null => {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement)) return null;
  const opener = focused.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return opener ? document.getElementById(opener) : focused;
};

/**
 * For Radix dialogs that are opened by state: Radix gives the focus back to its own trigger only, and without one to
 * nothing at all.
 */
export function useReturnFocus() {
  const origin = useRef<HTMLElement>(null);
  return {
    onOpenAutoFocus: () => {
      origin.current = findOrigin();
    },
    onCloseAutoFocus: (event: Event) => {
      if (!origin.current?.isConnected) return;
      event.preventDefault();
      origin.current.focus({ preventScroll: true });
    },
  };
}
