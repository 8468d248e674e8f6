import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { InSight } from './use-open-chat.ts';

/** Nearer than this to its end, the list is read at its end. */
const endPixels = 48;

type Anchor = { element: Element; top: number };

/** The first message in sight, and how far it stands below the list's upper edge. */
const findAnchor = (scroller: Element, content: Element): Anchor | null => {
  const { top } = scroller.getBoundingClientRect();
  const element = [...content.querySelectorAll('[data-entry]')].find((one) => one.getBoundingClientRect().bottom > top);
  return element ? { element, top: element.getBoundingClientRect().top - top } : null;
};

/** So much of a message must be in sight for it to be seen; of a shorter one all. */
const seenPixels = 40;

/** The position of the last message in sight; 0 when none is. */
const lastPositionInSight = (scroller: Element, content: Element): number => {
  const { bottom } = scroller.getBoundingClientRect();
  const last = [...content.querySelectorAll<HTMLElement>('[data-position]')].findLast((element) => {
    const { top, height } = element.getBoundingClientRect();
    return top + Math.min(height, seenPixels) <= bottom + 1;
  });
  return Number(last?.dataset['position'] ?? 0);
};

/**
 * Keeps a list of messages still while it changes: at its end it stays at its end, and elsewhere the message that is
 * being read stays where it is, whatever is added above or below it. (Safari anchors no scrolling by itself.) What the
 * member sends themselves, `ownKey` being the last of it, is looked for at the end.
 */
export const useMessageScroll = (
  scrollerRef: RefObject<HTMLElement | null>,
  contentRef: RefObject<HTMLElement | null>,
  { ownKey, onMove }: { ownKey: string | undefined; onMove: (inSight: InSight) => void },
) => {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const place = useRef<{ isAtEnd: boolean; anchor: Anchor | null }>({ isAtEnd: true, anchor: null });
  const moved = useEffectEvent(onMove);

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    const content = contentRef.current;
    if (!scroller || !content) return undefined;
    const note = () => {
      const isNowAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < endPixels;
      place.current = { isAtEnd: isNowAtEnd, anchor: isNowAtEnd ? null : findAnchor(scroller, content) };
      setIsAtEnd(isNowAtEnd);
      moved({ position: lastPositionInSight(scroller, content), isAtEnd: isNowAtEnd });
    };
    const keep = () => {
      const { isAtEnd: wasAtEnd, anchor } = place.current;
      if (wasAtEnd) scroller.scrollTop = scroller.scrollHeight;
      else if (anchor?.element.isConnected) {
        const { top } = scroller.getBoundingClientRect();
        scroller.scrollTop += anchor.element.getBoundingClientRect().top - top - anchor.top;
      }
      // What does not fill the list comes into sight without a scroll.
      note();
    };
    const firstUnread = content.querySelector('[data-first-unread]');
    scroller.scrollTop = scroller.scrollHeight;
    // Unread messages that do not fit are read from the first one on.
    if (firstUnread) {
      const above = firstUnread.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      if (above < 0) scroller.scrollTop += above - 8;
    }
    note();
    scroller.addEventListener('scroll', note, { passive: true });
    // It tells before anything is painted: nobody sees the list out of place.
    const observer = new ResizeObserver(keep);
    observer.observe(scroller);
    observer.observe(content);
    return () => {
      scroller.removeEventListener('scroll', note);
      observer.disconnect();
    };
  }, [contentRef, scrollerRef]);

  const scrollToEnd = () => {
    place.current = { isAtEnd: true, anchor: null };
    const scroller = scrollerRef.current;
    if (scroller) scroller.scrollTop = scroller.scrollHeight;
  };
  const followOwn = useEffectEvent(scrollToEnd);
  const knownOwnKey = useRef(ownKey);
  useLayoutEffect(() => {
    if (knownOwnKey.current === ownKey) return;
    knownOwnKey.current = ownKey;
    followOwn();
  }, [ownKey]);
  return { isAtEnd, scrollToEnd };
};
