import type { Post, PostChange } from '@commons/contract/feed';
import { cleanLine } from '@commons/contract/text';
import { clearDraft, clearSent, draftKey, keepDraft, readDraft, useDraft } from '../../lib/drafts.ts';
import type { PictureValues } from './picture-fields.tsx';

type PostWithAttachments = Pick<Post, 'contentWarning' | 'images'>;

/**
 * The author's changes to warning and pictures. Contains nothing else, so that saving does not overwrite changes made
 * elsewhere.
 */
export type AttachmentChanges = {
  /** `before` is the warning at the time of the change, so that an empty new field does not remove a later warning. */
  warning?: { before: string | null; now: string | null };
  /** Changes by picture URL. Null removes the picture. */
  pictures: Record<string, Partial<PictureValues> | null>;
};

const valuesOf = ({ alt, isBlurred }: Post['images'][number]): PictureValues => ({
  alt: alt ?? '',
  isPlain: alt === null,
  isBlurred,
});

const warningToSend = (warning: string | null): string | null => cleanLine(warning ?? '') || null;

/** Returns the author's change of the warning, unless it is empty and the warning has since changed elsewhere. */
const ownWarning = ({ contentWarning }: PostWithAttachments, { warning }: AttachmentChanges) =>
  warning && (warningToSend(warning.now) !== warning.before || contentWarning === warning.before) ? warning : undefined;

/** Returns warning and pictures as the editor shows them. Ignores changes to pictures that no longer exist. */
export const withChanges = (post: PostWithAttachments, changes: AttachmentChanges) => {
  const own = ownWarning(post, changes);
  return {
    warning: own ? own.now : post.contentWarning,
    pictures: post.images.flatMap((image) => {
      const change = changes.pictures[image.url];
      return change === null ? [] : [{ url: image.url, ...valuesOf(image), ...change }];
    }),
  };
};

/** Returns the request body. Omitted fields stay unchanged. If one picture changes, all are listed. */
export const changedAttachments = (
  post: PostWithAttachments,
  changes: AttachmentChanges,
): Omit<PostChange, 'content'> => {
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

export const withWarning = (
  post: PostWithAttachments,
  changes: AttachmentChanges,
  now: string | null,
): AttachmentChanges => {
  const { warning: _, ...others } = changes;
  const own = ownWarning(post, changes);
  // Removing an own warning does not remove a warning from elsewhere that the author never saw.
  const isUnseen = own && warningToSend(now) === null && warningToSend(own.now) !== post.contentWarning;
  const before = isUnseen ? own.before : post.contentWarning;
  return now === before ? others : { ...others, warning: { before, now } };
};

export const withPicture = (
  post: PostWithAttachments,
  changes: AttachmentChanges,
  url: string,
  change: Partial<PictureValues> | null,
): AttachmentChanges => {
  const { [url]: kept, ...others } = changes.pictures;
  const image = post.images.find((each) => each.url === url);
  if (!image || kept === null) return changes;
  if (change === null) return { ...changes, pictures: { ...others, [url]: null } };
  const before = valuesOf(image);
  const now = { ...before, ...kept, ...change };
  const { alt, isPlain, isBlurred } = now;
  const differing = {
    // The description and the "needs no description" flag change together.
    ...((alt !== before.alt || isPlain !== before.isPlain) && { alt, isPlain }),
    ...(isBlurred !== before.isBlurred && { isBlurred }),
  };
  return { ...changes, pictures: Object.keys(differing).length > 0 ? { ...others, [url]: differing } : others };
};

const parse = (text: string): AttachmentChanges => {
  try {
    return { pictures: {}, ...(JSON.parse(text) as Partial<AttachmentChanges>) };
  } catch {
    return { pictures: {} };
  }
};

const draftKeyOf = (memberId: string, postId: string): string => draftKey(memberId, `post-edit-parts:${postId}`);

/** Clears the draft that was sent as `kept`, unless another tab has changed it since. */
export const clearSentAttachments = (memberId: string, postId: string, kept: string): void =>
  clearSent(draftKeyOf(memberId, postId), kept);

/** Warning and pictures of a post during editing, kept as a draft. */
export const useEditedAttachments = (post: Post, memberId: string) => {
  const key = draftKeyOf(memberId, post.id);
  const { text: kept, clear } = useDraft(key);
  // Another tab may have changed the draft since the last render.
  const change = (next: (changes: AttachmentChanges) => AttachmentChanges): void => {
    const changes = next(parse(readDraft(key) ?? ''));
    if (!changes.warning && Object.keys(changes.pictures).length === 0) clearDraft(key);
    else keepDraft(key, JSON.stringify(changes));
  };
  const changes = parse(kept);
  return {
    ...withChanges(post, changes),
    body: changedAttachments(post, changes),
    kept,
    clear,
    changeWarning: (now: string | null) => change((before) => withWarning(post, before, now)),
    changePicture: (url: string, words: Partial<PictureValues> | null) =>
      change((before) => withPicture(post, before, url, words)),
  };
};
