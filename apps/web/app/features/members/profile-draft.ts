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

/** Initial form values. Missing values are empty strings. */
export const valuesOf = (viewer: CurrentUser): ProfileValues =>
  Object.fromEntries(profileFields.map((field) => [field, viewer[field] ?? ''])) as ProfileValues;

/** Returns the fields that differ from the stored profile. */
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

/**
 * Reads the unsaved draft. It contains only the changed fields, so that restoring it never resets other fields to
 * outdated values.
 */
export const readProfileDraft = (memberId: string): Partial<ProfileValues> => {
  try {
    const draft: unknown = JSON.parse(readDraft(keyOf(memberId)) ?? '{}');
    if (typeof draft !== 'object' || draft === null) return {};
    const knownFields = Object.entries(draft).filter(
      ([field, value]) => (profileFields as readonly string[]).includes(field) && typeof value === 'string',
    );
    return Object.fromEntries(knownFields);
  } catch {
    return {};
  }
};

export const writeProfileDraft = (memberId: string, changes: Partial<ProfileValues>): void => {
  if (Object.keys(changes).length === 0) clearDraft(keyOf(memberId));
  else writeDraft(keyOf(memberId), JSON.stringify(changes));
};

export const clearProfileDraft = (memberId: string): void => clearDraft(keyOf(memberId));
