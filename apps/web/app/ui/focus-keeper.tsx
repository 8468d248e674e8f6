import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { menuOpener } from './menu-opener.ts';

/** Who takes the keyboard's place when what had it goes. */
type Heir = (region: HTMLElement) => HTMLElement | null | undefined;

const itself: Heir = (region) => region;

/** The words of the form that the region is a part of. */
export const wordsOfForm: Heir = (region) => region.closest('form')?.querySelector('textarea');

/** Whether the menu that has the focus is one of what has just gone: menus stand elsewhere in the page. */
const wasOpenedBy = (gone: readonly MutationRecord[]): boolean =>
  gone.some(({ removedNodes }) => Array.from(removedNodes).some((node) => node.contains(menuOpener.current)));

/**
 * Gives the keyboard's place on when what had it leaves the region, or goes with it: a row that goes when its button is
 * pressed would otherwise send the focus back to the top of the page.
 */
export function useFocusKept(ref: RefObject<HTMLElement | null>, heirOf = itself): void {
  useEffect(() => {
    const region = ref.current;
    if (!region) return undefined;
    const heir = heirOf(region);
    let focused: Element | null = null;
    let around: HTMLElement | null = null;
    const note = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : null;
      // Of regions within each other the nearest has it, whichever hears of it first.
      around = focused?.parentElement?.closest<HTMLElement>('section[tabindex="-1"]') ?? null;
    };
    const giveOn = (changes: readonly MutationRecord[] = []) => {
      const isFocusedGone = focused !== null && !focused.isConnected;
      if (!isFocusedGone && !wasOpenedBy(changes)) return;
      focused = null;
      // Who came later is found only now; what has gone itself finds nobody any more.
      if (document.activeElement !== document.body) return;
      const nearest = isFocusedGone && heirOf === itself && around?.isConnected === true ? around : heirOf(region);
      (nearest ?? heir)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(giveOn);
    region.addEventListener('focusin', note);
    observer.observe(region, { childList: true, subtree: true });
    return () => {
      region.removeEventListener('focusin', note);
      observer.disconnect();
      giveOn();
    };
  }, [ref, heirOf]);
}

/** A region that takes the keyboard's place itself. */
export function FocusKeeper({ label, children }: { label: string; children: ReactNode }) {
  const ref = useRef<HTMLElement>(null);
  useFocusKept(ref);
  return (
    <section ref={ref} tabIndex={-1} aria-label={label} className="outline-none">
      {children}
    </section>
  );
}
