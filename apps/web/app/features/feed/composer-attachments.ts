import type { AttachedEvent } from '@commons/contract/feed/schemas';
import { findRepeatedOption, pollLimits } from '@commons/contract/polls';
import { cleanLine, isBlank, isWithin } from '@commons/contract/text';
import { clearDraft, draftKey, storeDraft, readDraft, useDraft } from '../../lib/drafts.ts';
import type { PostAttachmentInput } from './posts.api.ts';

/** Draft name of a post's attachments: pictures, poll, event and warning. */
export const attachmentsDraftName = 'post-parts';

/** A picture of an unsent post. `uploaded` is null until the upload has finished. */
export type AttachedPicture = {
  key: string;
  uploaded: { url: string; width: number; height: number; wasAnimated?: boolean } | null;
  alt: string;
  /** The author marked the picture as decorative, so it needs no description. */
  isPlain: boolean;
  isBlurred: boolean;
};
export type AttachedPoll = { options: string[]; days: number };

/** Attachments of an unsent post. */
export type Attachments = {
  contentWarning: string | null;
  pictures: AttachedPicture[];
  poll: AttachedPoll | null;
  event: Pick<AttachedEvent, 'id' | 'title' | 'eventDate'> | null;
};

const noAttachments: Attachments = { contentWarning: null, pictures: [], poll: null, event: null };

export const parseAttachments = (text: string): Attachments => {
  try {
    return { ...noAttachments, ...(JSON.parse(text) as { parts?: Attachments }).parts };
  } catch {
    return noAttachments;
  }
};

/** Returns a text about the next thing to do before the post can be shared. Null if there is nothing to do. */
export const nextTask = ({ pictures, poll }: Attachments): string | null => {
  if (pictures.some(({ uploaded }) => uploaded === null)) return 'A picture has not been uploaded yet.';
  if (pictures.some(({ alt, isPlain }) => isBlank(alt) && !isPlain))
    return 'Please describe each picture, or mark it as decorative.';
  if (poll) {
    if (poll.options.some(isBlank)) return 'Please fill in every poll option.';
    if (findRepeatedOption(poll.options) !== -1) return 'Two poll options are the same.';
    if (poll.options.some((option) => !isWithin(option, pollLimits.optionCharacters)))
      return 'A poll option is too long.';
  }
  return null;
};

export const toRequestBody = ({ contentWarning, pictures, poll, event }: Attachments): PostAttachmentInput => ({
  ...(contentWarning !== null && !isBlank(contentWarning) && { contentWarning: cleanLine(contentWarning) }),
  ...(pictures.length > 0 && {
    images: pictures.flatMap(({ uploaded, alt, isPlain, isBlurred }) =>
      uploaded ? [{ url: uploaded.url, alt: isPlain ? null : cleanLine(alt), isBlurred }] : [],
    ),
  }),
  ...(poll && { poll: { options: poll.options.map((option) => cleanLine(option)), days: poll.days } }),
  ...(event && { eventId: event.id }),
});

const isEmpty = ({ contentWarning, pictures, poll, event }: Attachments): boolean =>
  contentWarning === null && pictures.length === 0 && poll === null && event === null;

/** Updates the draft. Reads it first, because an upload or another tab may have changed it. */
export const changeAttachments = (
  memberId: string,
  change: (attachments: Attachments) => Partial<Attachments>,
): void => {
  const key = draftKey(memberId, attachmentsDraftName);
  const previous = parseAttachments(readDraft(key) ?? '');
  const attachments = { ...previous, ...change(previous) };
  if (isEmpty(attachments)) clearDraft(key);
  else storeDraft(key, JSON.stringify({ parts: attachments }));
};

export const useAttachments = (memberId: string): Attachments =>
  parseAttachments(useDraft(draftKey(memberId, attachmentsDraftName)).text);

export const changePicture = (memberId: string, key: string, change: Partial<AttachedPicture>): void =>
  changeAttachments(memberId, ({ pictures }) => ({
    pictures: pictures.map((picture) => (picture.key === key ? { ...picture, ...change } : picture)),
  }));
