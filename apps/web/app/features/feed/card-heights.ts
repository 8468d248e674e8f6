import type { Post } from '@commons/contract/feed';
import { useEffect, useRef } from 'react';
import { RecentMap } from '../../lib/client-state.ts';
import { estimateLines, foldText, isShort } from './fold-text.ts';
import { minAspectRatio } from './post-images.tsx';

const heights = new RecentMap<string, number>();
const keys = new WeakMap<Element, string>();

/** The same post has another height on a screen with a narrower column. */
const onThisScreen = (key: string): string => `${window.location.pathname} ${key}`;

/**
 * Cards outside the viewport are not laid out (`content-visibility`). They use their last height, so that the scroll
 * position is right when the member returns to the feed. Cards that were never seen use an estimate.
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

const body = { lineHeight: 26.35, characterWidth: 7.9 };
const large = { lineHeight: 28, characterWidth: 9.6 };
const headerAndActionsHeight = 108;
const readMoreHeight = 40;

/** Height of the closed content warning. Muted posts are rare, so they have no estimate of their own. */
const foldHeight = 44;

/** Height of a poll with one line per option, and of an event. */
const heightOfAttachments = ({ poll, eventId }: Post): number =>
  (poll ? poll.options.length * 52 + 44 : 0) + (eventId ? 88 : 0) + (poll && eventId ? 12 : 0);

const estimateHeight = (post: Post): number => {
  const { content, contentWarning, images } = post;
  if (contentWarning !== null) return headerAndActionsHeight + foldHeight;
  // The column is at most 640 px wide. 74 px are page margins, card padding and borders.
  const width = Math.min(640, window.innerWidth) - 74;
  const { lineHeight, characterWidth } = isShort(content) ? large : body;
  const folded = foldText(content);
  const lines = estimateLines(folded ?? content, Math.floor(width / characterWidth));
  const textHeight = lines * lineHeight + (folded === null ? 0 : readMoreHeight);
  const [first] = images;
  const shape = first && images.length === 1 ? Math.max(first.width / first.height, minAspectRatio) : 1.5;
  const attachmentsHeight = heightOfAttachments(post);
  return (
    headerAndActionsHeight +
    textHeight +
    (first ? width / shape + 12 : 0) +
    (attachmentsHeight && attachmentsHeight + 12)
  );
};

export const heightOfCard = (post: Post): number => heights.get(onThisScreen(post.id)) ?? estimateHeight(post);

/** Gap between two cards: `gap-4`. */
const cardGap = 16;
/** Height of a date line: small text with `mt-2`. */
const dayHeight = 30.5;

/** Height of a group of cards under its key, with padding, borders and date lines. */
export const heightOfCards = (key: string, posts: readonly Post[], days: number): number => {
  const frame = window.innerWidth < 768 ? 34 : 50;
  const cards = posts.reduce((sum, post) => sum + heightOfCard(post) + frame + cardGap, -cardGap);
  return heights.get(onThisScreen(key)) ?? cards + days * (dayHeight + cardGap);
};

/** Ref of a card or group whose height is remembered. */
export const useRememberedHeight = (key: string) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    keys.set(element, onThisScreen(key));
    observer?.observe(element);
    return () => observer?.unobserve(element);
  }, [key]);
  return ref;
};
