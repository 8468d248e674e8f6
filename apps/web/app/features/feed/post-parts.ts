import type { AttachedEvent } from '@commons/contract/feed';
import { findRepeatedOption, pollLimits } from '@commons/contract/polls';
import { cleanLine, isBlank, isWithin } from '@commons/contract/text';
import { clearDraft, draftKey, keepDraft, readDraft, useDraft } from '../../lib/drafts.ts';
import { partsKey } from './kept-parts.ts';
import type { PostParts } from './posts.api.ts';

/** A picture of a post that is not shared yet. Uploaded, it has an address; what it shows is asked for. */
export type PartPicture = {
  key: string;
  uploaded: { url: string; width: number; height: number; wasAnimated?: boolean } | null;
  alt: string;
  /** Its author says that there is nothing to describe. */
  isPlain: boolean;
  isBlurred: boolean;
};
export type PartPoll = { options: string[]; days: number };

/** What stands beside the words of a post while it is written. */
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

/** What is still to be done before a post can be shared, in words; null when nothing is. */
export const openTask = ({ pictures, poll }: Parts): string | null => {
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

/** Changes what is kept, as it is at that moment: an upload may have ended meanwhile, or another tab have added to it. */
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
