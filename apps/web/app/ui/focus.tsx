import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

/** Moves the focus without scrolling. */
export const moveFocus = (target: HTMLElement | null | undefined): void => target?.focus({ preventScroll: true });

/** Whether nothing has the focus: the focused element was removed, and the user has not moved on. */
const isFocusLost = (): boolean => document.activeElement === document.body;

/** Moves the focus unless the user has moved it elsewhere. */
export const moveLostFocus = (target: HTMLElement | null | undefined): void => {
  if (isFocusLost()) moveFocus(target);
};

/** Returns the default focus target of the current screen: the element it marks, or the main element. */
export const findFocusTarget = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-focus-place]') ?? document.querySelector<HTMLElement>('#main');

/** Returns the region around an element that can take the focus, for example a list. */
const regionOf = (element: Element | null | undefined): HTMLElement | null =>
  element?.closest<HTMLElement>('section[tabindex="-1"]') ?? null;

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
      outerRegion = regionOf(focused?.parentElement);
    };
    const restoreFocus = () => {
      if (focused === null || focused.isConnected) return;
      // A menu that opens for the first time replaces its button.
      const opener = buttonOfMenu(document.querySelector('[role="menu"][data-state="open"]'));
      if (opener && region.contains(opener)) {
        focused = opener;
        return;
      }
      focused = null;
      // Look up the fallback now: it may have been added later. A removed region finds none.
      const nearest =
        fallbackOf === regionItself && outerRegion?.isConnected === true ? outerRegion : fallbackOf(region);
      moveLostFocus(nearest ?? fallback);
    };
    const observer = new MutationObserver(restoreFocus);
    region.addEventListener('focusin', recordFocus);
    observer.observe(region, { childList: true, subtree: true });
    return () => {
      region.removeEventListener('focusin', recordFocus);
      observer.disconnect();
      restoreFocus();
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

/** Focuses the returned ref when `isReady` becomes true, unless the user has moved the focus elsewhere. */
export const useFocusWhenReady = <Target extends HTMLElement = HTMLTextAreaElement>(isReady: boolean) => {
  const ref = useRef<Target>(null);
  useEffect(() => {
    if (isReady && document.activeElement?.matches('body, #main')) moveFocus(ref.current);
  }, [isReady]);
  return ref;
};

type DialogOpener = { origin: HTMLElement; region: HTMLElement | null } | null;

/** The opener of the dialog that is open now. */
const currentOpener: { current: DialogOpener } = { current: null };

/**
 * Restores the focus after a Radix dialog that is opened by state: Radix does so only for its own trigger. If the
 * opener is gone, the focus moves to its list (`FocusRestorer`) or to the screen's main element.
 */
export function useReturnFocus() {
  const opener = useRef<DialogOpener>(null);
  return {
    onOpenAutoFocus: () => {
      const origin = document.activeElement;
      // If one dialog replaces another, both return to the opener of the first.
      opener.current =
        origin instanceof HTMLElement && origin !== document.body
          ? { origin, region: regionOf(origin) }
          : currentOpener.current;
      currentOpener.current = opener.current;
    },
    onCloseAutoFocus: (event: Event) => {
      const { origin, region } = opener.current ?? {};
      if (currentOpener.current === opener.current) currentOpener.current = null;
      if (event.defaultPrevented) return;
      if (!origin?.isConnected && !isFocusLost()) return;
      event.preventDefault();
      moveFocus([origin, region].find((target) => target?.isConnected) ?? findFocusTarget());
    },
  };
}
