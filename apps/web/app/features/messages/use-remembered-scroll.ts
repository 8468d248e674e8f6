import { type RefObject, useLayoutEffect, useRef } from 'react';

const places = new Map<string, number>();

/** A list that scrolls by itself is found where it was left, also after it was out of sight. Without a key nothing is kept. */
export const useRememberedScroll = (key: string | null): RefObject<HTMLDivElement | null> => {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const scroller = ref.current;
    if (!scroller || key === null) return undefined;
    let isSeen = false;
    const note = () => {
      // Hidden it has no height, and forgets where it was.
      if (isSeen && scroller.clientHeight > 0) places.set(key, scroller.scrollTop);
    };
    const appear = () => {
      const wasSeen = isSeen;
      isSeen = scroller.clientHeight > 0;
      if (isSeen && !wasSeen) scroller.scrollTop = places.get(key) ?? 0;
    };
    appear();
    // It tells before anything is painted: nobody sees the list out of place.
    const observer = new ResizeObserver(appear);
    observer.observe(scroller);
    scroller.addEventListener('scroll', note, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', note);
    };
  }, [key]);
  return ref;
};
