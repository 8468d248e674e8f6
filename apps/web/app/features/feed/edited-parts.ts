import type { Post, PostChange } from '@commons/contract/feed';
import { cleanLine } from '@commons/contract/text';
import { clearDraft, clearSent, draftKey, keepDraft, readDraft, useDraft } from '../../lib/drafts.ts';
import type { PictureWords } from './picture-fields.tsx';

type PartsOfPost = Pick<Post, 'contentWarning' | 'images'>;

/** What an author changed beside the words of a post, and no more: so it never undoes what was set elsewhere meanwhile. */
export type PartChanges = {
  /** With the one that stood there before: a field that was opened and left empty takes no later warning away. */
  warning?: { before: string | null; now: string | null };
  /** By the address of the picture; null for one that is taken away. */
  pictures: Record<string, Partial<PictureWords> | null>;
};

const wordsOf = ({ alt, isBlurred }: Post['images'][number]): PictureWords => ({
  alt: alt ?? '',
  isPlain: alt === null,
  isBlurred,
});

const warningToSend = (warning: string | null): string | null => cleanLine(warning ?? '') || null;

/** What its author made of the warning, unless that says nothing and another one was set meanwhile. */
const ownWarning = ({ contentWarning }: PartsOfPost, { warning }: PartChanges) =>
  warning && (warningToSend(warning.now) !== warning.before || contentWarning === warning.before) ? warning : undefined;

/** The parts as the editor shows them. What is said of a picture that the post has no more counts for nothing. */
export const withChanges = (post: PartsOfPost, changes: PartChanges) => {
  const own = ownWarning(post, changes);
  return {
    warning: own ? own.now : post.contentWarning,
    pictures: post.images.flatMap((image) => {
      const change = changes.pictures[image.url];
      return change === null ? [] : [{ url: image.url, ...wordsOf(image), ...change }];
    }),
  };
};

/** What is sent of them: what is left out stays as it is. Pictures are named all together or not at all. */
export const changedParts = (post: PartsOfPost, changes: PartChanges): Omit<PostChange, 'content'> => {
  const { warning, pictures } = withChanges(post, changes);
  const contentWarning = warningToSend(warning);
  const images = pictures.map(({ url, isPlain, isBlurred, ...words }) => {
    const before = post.images.find((image) => image.url === url);
    const alt = isPlain ? null : cleanLine(words.alt) || null;
    return { url, ...(alt !== before?.alt && { alt }), ...(isBlurred !== before?.isBlurred && { isBlurred }) };
  });
  const areChanged = images.length < post.images.length || images.some((image) => Object.keys(image).length > 1);
  return {
    ...(contentWarning !== post.contentWarning && { contentWarning }),
    ...(areChanged && { images }),
  };
};

export const withWarning = (post: PartsOfPost, changes: PartChanges, now: string | null): PartChanges => {
  const { warning: _, ...others } = changes;
  const own = ownWarning(post, changes);
  // Taking one's own words away takes away no others that stood behind them unseen.
  const isUnseen = own && warningToSend(now) === null && warningToSend(own.now) !== post.contentWarning;
  const before = isUnseen ? own.before : post.contentWarning;
  return now === before ? others : { ...others, warning: { before, now } };
};

export const withPicture = (
  post: PartsOfPost,
  changes: PartChanges,
  url: string,
  change: Partial<PictureWords> | null,
): PartChanges => {
  const { [url]: kept, ...others } = changes.pictures;
  const image = post.images.find((each) => each.url === url);
  if (!image || kept === null) return changes;
  if (change === null) return { ...changes, pictures: { ...others, [url]: null } };
  const before = wordsOf(image);
  const now = { ...before, ...kept, ...change };
  const { alt, isPlain, isBlurred } = now;
  const differing = {
    // A description and that there is none to give are one thing.
    ...((alt !== before.alt || isPlain !== before.isPlain) && { alt, isPlain }),
    ...(isBlurred !== before.isBlurred && { isBlurred }),
  };
  return { ...changes, pictures: Object.keys(differing).length > 0 ? { ...others, [url]: differing } : others };
};

const parse = (text: string): PartChanges => {
  try {
    return { pictures: {}, ...(JSON.parse(text) as Partial<PartChanges>) };
  } catch {
    return { pictures: {} };
  }
};

const partsKeyOf = (memberId: string, postId: string): string => draftKey(memberId, `post-edit-parts:${postId}`);

/** What was kept as `kept` is there; what another tab changed meanwhile stays. */
export const clearSentParts = (memberId: string, postId: string, kept: string): void =>
  clearSent(partsKeyOf(memberId, postId), kept);

/** The parts of a post while it is edited: a draft, as its words are. */
export const useEditedParts = (post: Post, memberId: string) => {
  const key = partsKeyOf(memberId, post.id);
  const { text: kept, clear } = useDraft(key);
  // Another tab may have changed them since this one was drawn.
  const change = (next: (changes: PartChanges) => PartChanges): void => {
    const changes = next(parse(readDraft(key) ?? ''));
    if (!changes.warning && Object.keys(changes.pictures).length === 0) clearDraft(key);
    else keepDraft(key, JSON.stringify(changes));
  };
  const changes = parse(kept);
  return {
    ...withChanges(post, changes),
    body: changedParts(post, changes),
    kept,
    clear,
    changeWarning: (now: string | null) => change((before) => withWarning(post, before, now)),
    changePicture: (url: string, words: Partial<PictureWords> | null) =>
      change((before) => withPicture(post, before, url, words)),
  };
};
