import type { Note } from '@commons/contract/gratitude/schemas';
import { useLayoutEffect, useRef, useState } from 'react';
import { arrangeNotes } from './arrangement.ts';

/** Pixels between a note and the upper or lower edge of its board. */
const edge = 12;

type Shift = { x: number; y: number };

/**
 * Measures the notes of a board and returns by how many pixels each is moved from its stored position, and how high the
 * board must be. It measures again when the width, the size of the text or the notes change.
 */
export const useArrangement = (notes: readonly Note[]) => {
  const listRef = useRef<HTMLUListElement>(null);
  const [arrangement, setArrangement] = useState({ shifts: new Map<string, Shift>(), height: 0 });
  useLayoutEffect(() => {
    const list = listRef.current;
    if (!list) return;
    const arrange = () => setArrangement(measureArrangement(list, notes));
    arrange();
    const observer = new ResizeObserver(arrange);
    for (const element of [list, ...list.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [notes]);
  return { listRef, ...arrangement };
};

const measureArrangement = (list: HTMLUListElement, notes: readonly Note[]) => {
  const elements = [...list.children].filter((child) => child instanceof HTMLElement);
  const noteWidth = elements[0]?.offsetWidth ?? 0;
  // Older notes first, so that a new note moves no other.
  const wishes = notes
    .map(({ id, positionX, positionY }, index) => {
      const height = elements[index]?.offsetHeight ?? 0;
      return {
        id,
        left: ((list.offsetWidth - noteWidth) * positionX) / 100,
        top: ((list.offsetHeight - height) * positionY) / 100,
        height,
      };
    })
    .toReversed();
  const places = arrangeNotes(wishes, { width: list.offsetWidth, noteWidth, minTop: edge - list.offsetTop });
  const direction = getComputedStyle(list).direction === 'rtl' ? -1 : 1;
  const shifts = new Map<string, Shift>();
  let bottom = 0;
  for (const { left, top, wish } of places) {
    shifts.set(wish.id, { x: (left - wish.left) * direction, y: top - wish.top });
    bottom = Math.max(bottom, top + wish.height);
  }
  return { shifts, height: bottom + list.offsetTop + edge };
};
