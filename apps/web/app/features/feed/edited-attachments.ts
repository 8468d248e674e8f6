import type { Post, PostChange } from '@commons/contract/feed/schemas';
import { cleanLine } from '@commons/contract/text';
import { clearDraft, clearSentDraft, draftKey, storeDraft, readDraft, useDraft } from '../../lib/drafts.ts';
import type { PictureValues } from './picture-fields.tsx';

type PostWithAttachments = Pick<Post, 'contentWarning' | 'images'>;

/**
 * The author's changes to the warning and the pictures. Contains no unchanged values, so that saving does not overwrite
 * changes from elsewhere.
 */
export type AttachmentChanges = {
  /** `before` is the warning at the time of the change, so that an empty new field does not remove a later warning. */
  warning?: { before: string | null; now: string | null };
  /** Changes by picture URL. Null removes the picture. */
  pictures: Record<string, Partial<PictureValues> | null>;
};

const pictureValuesOf = ({ alt, isBlurred }: Post['images'][number]): PictureValues => ({
  alt: alt ?? '',
  isPlain: alt === null,
  isBlurred,
});

const normalizeWarning = (warning: string | null): string | null => cleanLine(warning ?? '') || null;

/** Returns the author's change of the warning, unless it has no effect and the warning has changed elsewhere. */
const effectiveWarningChange = ({ contentWarning }: PostWithAttachments, { warning }: AttachmentChanges) =>
  warning && (normalizeWarning(warning.now) !== warning.before || contentWarning === warning.before)
    ? warning
    : undefined;

/** Returns the warning and the pictures with the author's changes. Ignores changes to pictures that no longer exist. */
export const withChanges = (post: PostWithAttachments, changes: AttachmentChanges) => {
  const warningChange = effectiveWarningChange(post, changes);
  return {
    warning: warningChange ? warningChange.now : post.contentWarning,
    pictures: post.images.flatMap((image) => {
      const change = changes.pictures[image.url];
      return change === null ? [] : [{ url: image.url, ...pictureValuesOf(image), ...change }];
    }),
  };
};

/** Returns the request body. Omitted fields stay unchanged. If one picture changes, the body lists all pictures. */
export const attachmentsRequest = (
  post: PostWithAttachments,
  changes: AttachmentChanges,
): Omit<PostChange, 'content'> => {
  const { warning, pictures } = withChanges(post, changes);
  const contentWarning = normalizeWarning(warning);
  const images = pictures.map(({ url, isPlain, isBlurred, alt: description }) => {
    const original = post.images.find((image) => image.url === url);
    const alt = isPlain ? null : cleanLine(description) || null;
    return { url, ...(alt !== original?.alt && { alt }), ...(isBlurred !== original?.isBlurred && { isBlurred }) };
  });
  const haveImagesChanged = images.length < post.images.length || images.some((image) => Object.keys(image).length > 1);
  return {
    ...(contentWarning !== post.contentWarning && { contentWarning }),
    ...(haveImagesChanged && { images }),
  };
};

export const withWarning = (
  post: PostWithAttachments,
  changes: AttachmentChanges,
  now: string | null,
): AttachmentChanges => {
  const { warning: _, ...others } = changes;
  const warningChange = effectiveWarningChange(post, changes);
  // If the author removes their new warning, a warning that was set elsewhere stays.
  const isOtherWarning =
    warningChange && normalizeWarning(now) === null && normalizeWarning(warningChange.now) !== post.contentWarning;
  const before = isOtherWarning ? warningChange.before : post.contentWarning;
  return now === before ? others : { ...others, warning: { before, now } };
};

export const withPicture = (
  post: PostWithAttachments,
  changes: AttachmentChanges,
  url: string,
  change: Partial<PictureValues> | null,
): AttachmentChanges => {
  const { [url]: pictureChange, ...others } = changes.pictures;
  const image = post.images.find(({ url: imageUrl }) => imageUrl === url);
  if (!image || pictureChange === null) return changes;
  if (change === null) return { ...changes, pictures: { ...others, [url]: null } };
  const original = pictureValuesOf(image);
  const current = { ...original, ...pictureChange, ...change };
  const { alt, isPlain, isBlurred } = current;
  const differences = {
    // The description and the "needs no description" flag change together.
    ...((alt !== original.alt || isPlain !== original.isPlain) && { alt, isPlain }),
    ...(isBlurred !== original.isBlurred && { isBlurred }),
  };
  return { ...changes, pictures: Object.keys(differences).length > 0 ? { ...others, [url]: differences } : others };
};

const parse = (text: string): AttachmentChanges => {
  try {
    return { pictures: {}, ...(JSON.parse(text) as Partial<AttachmentChanges>) };
  } catch {
    return { pictures: {} };
  }
};

const draftKeyOf = (memberId: string, postId: string): string => draftKey(memberId, `post-edit-parts:${postId}`);

/** Clears the draft, unless another tab has changed it since it was sent as `sentDraft`. */
export const clearSentAttachments = (memberId: string, postId: string, sentDraft: string): void =>
  clearSentDraft(draftKeyOf(memberId, postId), sentDraft);

/** Returns the warning and the pictures of a post in the editor. Changes are stored as a draft. */
export const useEditedAttachments = (post: Post, memberId: string) => {
  const key = draftKeyOf(memberId, post.id);
  const { text: draft, clear } = useDraft(key);
  // Another tab may have changed the draft since the last render.
  const change = (next: (changes: AttachmentChanges) => AttachmentChanges): void => {
    const changes = next(parse(readDraft(key) ?? ''));
    if (!changes.warning && Object.keys(changes.pictures).length === 0) clearDraft(key);
    else storeDraft(key, JSON.stringify(changes));
  };
  const changes = parse(draft);
  return {
    ...withChanges(post, changes),
    body: attachmentsRequest(post, changes),
    draft,
    clear,
    changeWarning: (now: string | null) => change((before) => withWarning(post, before, now)),
    changePicture: (url: string, pictureChange: Partial<PictureValues> | null) =>
      change((before) => withPicture(post, before, url, pictureChange)),
  };
};
