import type { AttachedEvent } from '@commons/contract/feed';
import { findRepeatedOption, pollLimits } from '@commons/contract/polls';
import { cleanLine, isBlank, isWithin } from '@commons/contract/text';
import { clearDraft, draftKey, keepDraft, readDraft, useDraft } from '../../lib/drafts.ts';
import { partsKey } from './kept-parts.ts';
import type { PostParts } from './posts.api.ts';

/** A picture of an unsent post. `uploaded` is null until the upload has finished. */
export type PartPicture = {
  key: string;
  uploaded: { url: string; width: number; height: number; wasAnimated?: boolean } | null;
  alt: string;
  /** The author marked the picture as needing no description. */
  isPlain: boolean;
  isBlurred: boolean;
};
export type PartPoll = { options: string[]; days: number };

/** Attachments of an unsent post. */
export type Parts = {
  contentWarning: string | null;
  pictures: PartPicture[];
  poll: PartPoll | null;
  event: Pick<AttachedEvent, 'id' | 'title' | 'eventDate'> | null;
};

const none: Parts = { contentWarning: null, pictures: [], poll: null, event: null };

const parse = (text: string): Parts => {
  try {
    return { ...none, ...(JSON.parse(text) as { parts?: Parts }).parts };
  } catch {
    return none;
  }
};

/** Returns the next task before the post can be shared, as a text, or null. */
export const openTask = ({ pictures, poll }: Parts): string | null => {
  if (pictures.some(({ uploaded }) => uploaded === null)) return 'A picture is not uploaded yet.';
  if (pictures.some(({ alt, isPlain }) => isBlank(alt) && !isPlain))
    return 'Please describe each picture in a few words, or say that it needs none.';
  if (poll) {
    if (poll.options.some(isBlank)) return 'Please write each option of your poll.';
    if (findRepeatedOption(poll.options) !== -1) return 'Two options of your poll are the same.';
    if (poll.options.some((option) => !isWithin(option, pollLimits.optionCharacters)))
      return 'An option of your poll is too long.';
  }
  return null;
};

const toBody = ({ contentWarning, pictures, poll, event }: Parts): PostParts => ({
  ...(contentWarning !== null && !isBlank(contentWarning) && { contentWarning: cleanLine(contentWarning) }),
  ...(pictures.length > 0 && {
    images: pictures.flatMap(({ uploaded, alt, isPlain, isBlurred }) =>
      uploaded ? [{ url: uploaded.url, alt: isPlain ? null : cleanLine(alt), isBlurred }] : [],
    ),
  }),
  ...(poll && { poll: { options: poll.options.map((option) => cleanLine(option)), days: poll.days } }),
  ...(event && { eventId: event.id }),
});

const isNone = ({ contentWarning, pictures, poll, event }: Parts): boolean =>
  contentWarning === null && pictures.length === 0 && poll === null && event === null;

/** Updates the draft. Reads it first, because an upload or another tab may have changed it. */
export const changeParts = (memberId: string, change: (parts: Parts) => Partial<Parts>): void => {
  const key = draftKey(memberId, partsKey);
  const before = parse(readDraft(key) ?? '');
  const parts = { ...before, ...change(before) };
  if (isNone(parts)) clearDraft(key);
  else keepDraft(key, JSON.stringify({ parts, isReady: openTask(parts) === null, body: toBody(parts) }));
};

export const useParts = (memberId: string): Parts => parse(useDraft(draftKey(memberId, partsKey)).text);

export const changePicture = (memberId: string, key: string, change: Partial<PartPicture>): void =>
  changeParts(memberId, ({ pictures }) => ({
    pictures: pictures.map((picture) => (picture.key === key ? { ...picture, ...change } : picture)),
  }));
