import type { Post } from '@commons/contract/feed';
import { useEffect, useRef } from 'react';
import { estimateLines, foldedLines, isFoldable } from './estimate-lines.ts';

const heights = new Map<string, number>();

/**
 * Cards out of sight are not laid out (`content-visibility`). Their height is the one they last had, so that coming
 * back to the feed finds the same place; unseen ones are estimated.
 */
const observer =
  typeof ResizeObserver === 'undefined'
    ? undefined
    : new ResizeObserver((entries) => {
        for (const { target, contentBoxSize } of entries) {
          const postId = (target as HTMLElement).dataset['postId'];
          const height = contentBoxSize[0]?.blockSize;
          if (postId && height) heights.set(postId, height);
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

/** The ref of a card whose height is to be remembered; the card carries its id in `data-post-id`. */
export const useRememberedHeight = () => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    observer?.observe(element);
    return () => observer?.unobserve(element);
  }, []);
  return ref;
};
