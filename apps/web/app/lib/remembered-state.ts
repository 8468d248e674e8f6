import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

const remembered = new Map<string, boolean>();

/** A switch that stays as it was left when its screen is left and entered again, until the page is reloaded. */
export const useRememberedState = (key: string, initial = false): [boolean, (value: boolean) => void] => {
  const [value, setValue] = useState(() => remembered.get(key) ?? initial);
  return [
    value,
    (next) => {
      remembered.set(key, next);
      setValue(next);
    },
  ];
};

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
