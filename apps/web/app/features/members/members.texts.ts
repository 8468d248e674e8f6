import { plural } from '../../lib/locale.ts';

/** Labels of counts. */
export const connectionsLabel = (count: number): string => plural(count, { one: 'Connection', other: 'Connections' });
export const postsLabel = (count: number): string => plural(count, { one: 'Post', other: 'Posts' });

export const profileTexts = {
  updated: 'Profile updated',
  updateFailed: 'Failed to update profile. Please try again.',
} as const;
