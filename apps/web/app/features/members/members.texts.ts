import type { VisibilityChange } from '@commons/contract/profiles/schemas';
import { plural } from '../../lib/locale.ts';

/** Labels of counts. */
export const connectionsLabel = (count: number): string => plural(count, { one: 'Connection', other: 'Connections' });
export const postsLabel = (count: number): string => plural(count, { one: 'Post', other: 'Posts' });

export const profileTexts = {
  updated: 'Profile updated',
  updateFailed: 'Failed to update profile. Please try again.',
} as const;

type HideTexts = { title: string; describe: (name: string) => string; describeFailure: (name: string) => string };

/** Texts about a block or mute, or its end. */
export const hideTexts: Record<VisibilityChange, HideTexts> = {
  blocked: {
    title: 'Blocked',
    describe: (name) => `You and ${name} no longer see each other. You can undo this in Settings.`,
    describeFailure: (name) => `${name} could not be blocked. Please try again.`,
  },
  unblocked: {
    title: 'Unblocked',
    describe: (name) => `You and ${name} can see each other again.`,
    describeFailure: (name) => `${name} could not be unblocked. Please try again.`,
  },
  muted: {
    title: 'Muted',
    describe: (name) => `Posts by ${name} no longer appear in your feed. ${name} is not notified.`,
    describeFailure: (name) => `${name} could not be muted. Please try again.`,
  },
  unmuted: {
    title: 'Unmuted',
    describe: (name) => `Posts by ${name} are back in your feed.`,
    describeFailure: (name) => `${name} could not be unmuted. Please try again.`,
  },
};
