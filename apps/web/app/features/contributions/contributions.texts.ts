import type { MemberSummary } from '@commons/contract/members/schemas';
import { cutText } from '@commons/contract/text';
import { graphemesOf, plural } from '../../lib/locale.ts';
import { showToast } from '../../lib/toast-store.ts';
import { mutedContentName } from '../muted-words/index.ts';

type Contribution = { author: Pick<MemberSummary, 'displayName'>; content: string; contentWarning?: string | null };

const maxCharacters = 40;

/** Returns the beginning of a text on one line. */
const excerptOf = (text: string): string => {
  const singleLine = cutText(text, maxCharacters * 20)
    .trim()
    .replaceAll(/\s+/g, ' ');
  const characters = graphemesOf(singleLine);
  if (characters.length <= maxCharacters) return singleLine;
  const excerpt = characters.slice(0, maxCharacters).join('');
  const end = excerpt.lastIndexOf(' ');
  return `${end > maxCharacters / 2 ? excerpt.slice(0, end) : excerpt}…`;
};

/**
 * Returns the part of a button's accessible name that identifies the contribution: "Like, post by Ana Field: First
 * light on the hill".
 */
export const contributionName = (
  noun: string,
  { author, content, contentWarning }: Contribution,
  isMuted: boolean,
): string => {
  const warning = contentWarning == null ? undefined : `content warning, ${contentWarning}`;
  return `${noun} by ${author.displayName}: ${isMuted ? mutedContentName : (warning ?? excerptOf(content))}`;
};

export const likeLabel = (count: number, name: string): string =>
  `${plural(count, { none: 'Like', one: 'Like # like', other: 'Like # likes' })}, ${name}`;
export const commentLabel = (count: number, name: string): string =>
  `${plural(count, { none: 'Comment', one: 'Comment # comment', other: 'Comment # comments' })}, ${name}`;

export const noCommentsText = 'No comments yet. A kind word goes a long way.';

/** Shows a toast after sharing. If a moderator has to review it first, the toast says so. */
export const showSharedToast = (
  { isAwaitingReview }: { isAwaitingReview: boolean },
  name: string,
  toast: Parameters<typeof showToast>[0],
): void =>
  showToast(
    isAwaitingReview
      ? {
          title: `Your ${name} awaits review`,
          description: 'A moderator will look at it before others can see it.',
          variant: 'info',
        }
      : toast,
  );
