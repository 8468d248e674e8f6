import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { VisibleRange } from './chat.ts';

/** Within this distance, the list counts as scrolled to its end. */
const endPixels = 48;

type Anchor = { element: Element; top: number };

/** The first visible message and its distance from the top of the list. */
const findAnchor = (scroller: Element, content: Element): Anchor | null => {
  const { top } = scroller.getBoundingClientRect();
  const element = [...content.querySelectorAll('[data-entry]')].find(
    (entry) => entry.getBoundingClientRect().bottom > top,
  );
  return element ? { element, top: element.getBoundingClientRect().top - top } : null;
};

/** Visible height from which a message counts as seen. A shorter message must be fully visible. */
const seenPixels = 40;

/** Position of the last visible message, or 0. */
const lastVisiblePosition = (scroller: Element, content: Element): number => {
  const { bottom } = scroller.getBoundingClientRect();
  const last = [...content.querySelectorAll<HTMLElement>('[data-position]')].findLast((element) => {
    const { top, height } = element.getBoundingClientRect();
    return top + Math.min(height, seenPixels) <= bottom + 1;
  });
  return Number(last?.dataset['position'] ?? 0);
};

/**
 * Keeps a message list stable while it changes. A list that is scrolled to its end stays there. Otherwise the visible
 * messages stay in place (Safari has no scroll anchoring). A new `lastOwnKey` means that the member has sent a message:
 * the list then scrolls to its end.
 */
export const useMessageScroll = (
  scrollerRef: RefObject<HTMLElement | null>,
  contentRef: RefObject<HTMLElement | null>,
  { lastOwnKey, onMove }: { lastOwnKey: string | undefined; onMove: (visibleRange: VisibleRange) => void },
) => {
  const [isAtEnd, setIsAtEnd] = useState(true);
  const scrollState = useRef<{ isAtEnd: boolean; anchor: Anchor | null }>({ isAtEnd: true, anchor: null });
  const reportMove = useEffectEvent(onMove);

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    const content = contentRef.current;
    if (!scroller || !content) return undefined;
    const updatePosition = () => {
      const isNowAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < endPixels;
      scrollState.current = { isAtEnd: isNowAtEnd, anchor: isNowAtEnd ? null : findAnchor(scroller, content) };
      setIsAtEnd(isNowAtEnd);
      reportMove({ position: lastVisiblePosition(scroller, content), isAtEnd: isNowAtEnd });
    };
    const keepPosition = () => {
      const { isAtEnd: wasAtEnd, anchor } = scrollState.current;
      if (wasAtEnd) scroller.scrollTop = scroller.scrollHeight;
      else if (anchor?.element.isConnected) {
        const { top } = scroller.getBoundingClientRect();
        scroller.scrollTop += anchor.element.getBoundingClientRect().top - top - anchor.top;
      }
      // Messages of a short list become visible without scrolling.
      updatePosition();
    };
    const firstUnread = content.querySelector('[data-first-unread]');
    scroller.scrollTop = scroller.scrollHeight;
    // If the unread messages do not fit, start at the first one.
    if (firstUnread) {
      const offset = firstUnread.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
      if (offset < 0) scroller.scrollTop += offset - 8;
    }
    updatePosition();
    scroller.addEventListener('scroll', updatePosition, { passive: true });
    // The observer runs before the next paint, so the list never appears at the wrong position.
    const observer = new ResizeObserver(keepPosition);
    observer.observe(scroller);
    observer.observe(content);
    return () => {
      scroller.removeEventListener('scroll', updatePosition);
      observer.disconnect();
    };
  }, [contentRef, scrollerRef]);

  const scrollToEnd = () => {
    scrollState.current = { isAtEnd: true, anchor: null };
    const scroller = scrollerRef.current;
    if (scroller) scroller.scrollTop = scroller.scrollHeight;
  };
  const scrollToOwnMessage = useEffectEvent(scrollToEnd);
  const previousOwnKey = useRef(lastOwnKey);
  useLayoutEffect(() => {
    if (previousOwnKey.current === lastOwnKey) return;
    previousOwnKey.current = lastOwnKey;
    scrollToOwnMessage();
  }, [lastOwnKey]);
  return { isAtEnd, scrollToEnd };
};
