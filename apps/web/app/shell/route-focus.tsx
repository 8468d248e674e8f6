import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { findFocusPlace } from '../lib/focus-place.ts';
import { announce } from '../ui/announcer.tsx';

/**
 * After a navigation inside the application the focus would stay on a link that is gone and a screen reader would say
 * nothing: the new screen is announced and the focus moves to its beginning, as a page load would do.
 */
export function RouteFocus() {
  const { pathname } = useLocation();
  const shownPathname = useRef(pathname);
  useEffect(() => {
    if (shownPathname.current === pathname) return undefined;
    shownPathname.current = pathname;
    const frame = requestAnimationFrame(() => {
      if (document.querySelector('[role="dialog"]') === null) findFocusPlace()?.focus({ preventScroll: true });
      announce(document.title);
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  return null;
}
