import type { CurrentUser } from '@commons/contract/auth';
import { clearDraft, draftKey, readDraft, writeDraft } from '../../lib/drafts.ts';

export const profileFields = [
  'firstName',
  'lastName',
  'title',
  'bio',
  'location',
  'favoriteBook',
  'favoriteQuote',
  'favoriteHobby',
  'threeInterestingThings',
  'currentGoal',
  'instagram',
  'facebook',
  'twitter',
  'linkedin',
] as const;

export type ProfileField = (typeof profileFields)[number];
export type ProfileValues = Record<ProfileField, string>;

/** What the form begins with: an empty field is an empty text. */
export const valuesOf = (viewer: CurrentUser): ProfileValues =>
  Object.fromEntries(profileFields.map((field) => [field, viewer[field] ?? ''])) as ProfileValues;

/** The fields that differ from what is stored, as they were typed. */
export const changesIn = (
  values: { [Field in ProfileField]?: string | null | undefined },
  stored: ProfileValues,
): Partial<ProfileValues> =>
  Object.fromEntries(
    profileFields.flatMap((field) => {
      const value = values[field] ?? stored[field];
      return value === stored[field] ? [] : [[field, value]];
    }),
  );

const keyOf = (memberId: string): string => draftKey(memberId, 'profile');

/** What was typed and not saved yet. Only changed fields are kept, so that they never bring an old profile back. */
export const readProfileDraft = (memberId: string): Partial<ProfileValues> => {
  try {
    const kept: unknown = JSON.parse(readDraft(keyOf(memberId)) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    const known = Object.entries(kept).filter(
      ([field, value]) => (profileFields as readonly string[]).includes(field) && typeof value === 'string',
    );
    return Object.fromEntries(known);
  } catch {
    return {};
  }
};

export const writeProfileDraft = (memberId: string, changes: Partial<ProfileValues>): void => {
  if (Object.keys(changes).length === 0) clearDraft(keyOf(memberId));
  else writeDraft(keyOf(memberId), JSON.stringify(changes));
};

export const clearProfileDraft = (memberId: string): void => clearDraft(keyOf(memberId));
