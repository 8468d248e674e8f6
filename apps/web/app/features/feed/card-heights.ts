import type { Post } from '@commons/contract/feed';
import { useEffect, useRef } from 'react';

const heights = new Map<string, number>();
const keys = new WeakMap<Element, string>();

/**
 * Cards out of sight are not laid out (`content-visibility`). Their height is the one they last had, so that coming
 * back to the feed finds the same place; unseen ones are estimated.
 */
const observer =
  typeof ResizeObserver === 'undefined'
    ? undefined
    : new ResizeObserver((entries) => {
        for (const { target, contentBoxSize } of entries) {
          const key = keys.get(target);
          const height = contentBoxSize[0]?.blockSize;
          if (key !== undefined && height) heights.set(key, height);
        }
      });

const lineHeight = 26.35;
const characterWidth = 7.9;
const headerAndActionsHeight = 106;
const readMoreHeight = 40;

const estimateHeight = ({ content, imageUrl }: Post): number => {
  // The column is at most 640 px wide; 74 px are page margins, card padding and borders.
  const width = Math.min(640, window.innerWidth) - 74;
  const isLong = isFoldable(content);
  const lines = isLong ? foldedLines : estimateLines(content, Math.floor(width / characterWidth));
  const textHeight = lines * lineHeight + (isLong ? readMoreHeight : 0);
  return headerAndActionsHeight + textHeight + (imageUrl === null ? 0 : (width * 2) / 3 + 12);
};

export const heightOfCard = (post: Post): number => heights.get(post.id) ?? estimateHeight(post);

/** Between two cards: `gap-4`. */
const cardGap = 16;

/** The height of cards that stand together, by the name that they have together: with their padding and borders. */
export const heightOfCards = (key: string, posts: readonly Post[]): number => {
  const frame = window.innerWidth < 768 ? 34 : 42;
  return heights.get(key) ?? posts.reduce((sum, post) => sum + heightOfCard(post) + frame + cardGap, -cardGap);
};

/** The ref of a card, or of cards that stand together, whose height is to be remembered. */
export const useRememberedHeight = (key: string) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    keys.set(element, key);
    observer?.observe(element);
    return () => observer?.unobserve(element);
  }, [key]);
  return ref;
};

/** Characters on one line of a card on a wide screen; on narrow ones a text takes more lines, never fewer. */
const wideCardCharacters = 72;

/** More lines than this fold to `foldedLines`. The difference is what makes unfolding worth a press. */
const maxUnfoldedLines = 15;
const foldedLines = 12;

const wideCharacters =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6]/gu;

/** About how many lines a text takes on a card. */
export const estimateLines = (text: string, charactersPerLine = wideCardCharacters): number =>
  text.split('\n').reduce((lines, line) => {
    const width = line.length + (line.match(wideCharacters)?.length ?? 0);
    return lines + Math.max(1, Math.ceil(width / charactersPerLine));
  }, 0);

/** Whether a text is folded. Estimated, because measuring each card would make scrolling stutter. */
export const isFoldable = (text: string): boolean => estimateLines(text) > maxUnfoldedLines;
