import { useEffect, useRef, type ReactNode } from 'react';

/**
 * A region that takes the keyboard's place when what had it leaves the region: a row that goes when its button is
 * pressed would otherwise send the focus back to the top of the page.
 */
export function FocusKeeper({ label, children }: { label: string; children: ReactNode }) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const region = ref.current;
    if (!region) return undefined;
    let focused: Element | null = null;
    const note = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : null;
    };
    const observer = new MutationObserver(() => {
      if (focused === null || focused.isConnected) return;
      focused = null;
      if (document.activeElement === document.body) region.focus({ preventScroll: true });
    });
    region.addEventListener('focusin', note);
    observer.observe(region, { childList: true, subtree: true });
    return () => {
      region.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, []);
  return (
    <section ref={ref} tabIndex={-1} aria-label={label} className="outline-none">
      {children}
    </section>
  );
}
