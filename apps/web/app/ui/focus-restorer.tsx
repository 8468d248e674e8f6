import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

/** Returns the element that gets the focus when the focused one is removed. */
type FocusFallback = (region: HTMLElement) => HTMLElement | null | undefined;

const regionItself: FocusFallback = (region) => region;

/** The text area of the form that contains the region. */
export const textAreaOfForm: FocusFallback = (region) => region.closest('form')?.querySelector('textarea');

/** Returns the button of a menu. The menu is rendered outside the region of its button. */
export const buttonOfMenu = (menu: Element | null | undefined): HTMLElement | null =>
  document.getElementById(menu?.getAttribute('aria-labelledby') ?? '');

/**
 * Moves the focus when the focused element is removed from the region, or with it. Otherwise, the browser moves it to
 * the top of the page, for example when a row disappears after its button was pressed.
 */
export function useFocusRestored(ref: RefObject<HTMLElement | null>, fallbackOf = regionItself): void {
  useEffect(() => {
    const region = ref.current;
    if (!region) return undefined;
    const fallback = fallbackOf(region);
    let focused: Element | null = null;
    let outerRegion: HTMLElement | null = null;
    const recordFocus = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : null;
      // In nested regions, the innermost one gets the focus, whichever is notified first.
      outerRegion = focused?.parentElement?.closest<HTMLElement>('section[tabindex="-1"]') ?? null;
    };
    const moveFocus = () => {
      if (focused === null || focused.isConnected) return;
      // A menu that opens for the first time replaces its button.
      const opener = buttonOfMenu(document.querySelector('[role="menu"][data-state="open"]'));
      if (opener && region.contains(opener)) {
        focused = opener;
        return;
      }
      focused = null;
      // Look up the fallback now: it may have been added later. A removed region finds none.
      if (document.activeElement !== document.body) return;
      const nearest =
        fallbackOf === regionItself && outerRegion?.isConnected === true ? outerRegion : fallbackOf(region);
      (nearest ?? fallback)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(moveFocus);
    region.addEventListener('focusin', recordFocus);
    observer.observe(region, { childList: true, subtree: true });
    return () => {
      region.removeEventListener('focusin', recordFocus);
      observer.disconnect();
      moveFocus();
    };
  }, [ref, fallbackOf]);
}

/** A region that gets the focus when its focused element is removed. */
export function FocusRestorer({ label, children }: { label: string; children: ReactNode }) {
  const ref = useRef<HTMLElement>(null);
  useFocusRestored(ref);
  return (
    <section ref={ref} tabIndex={-1} aria-label={label} className="outline-none">
      {children}
    </section>
  );
}
