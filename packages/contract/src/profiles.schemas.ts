import { z } from 'zod';
import { currentUserView } from './auth.schemas.ts';
import { id, idParams, optionalLine, optionalText, singleLine } from './common.schemas.ts';
import { connectionState } from './connections.schemas.ts';
import { endpoint } from './endpoint.ts';
import { appearance, memberSummary, profileTexts } from './members.schemas.ts';
import { audiences, mutedWordLimits, profileErrors, profileLimits, profilePaths } from './profiles.ts';
import { parseHandle, type SocialSite, socialSites } from './social-handles.ts';

export const audience = z.enum(audiences);
export type Audience = z.infer<typeof audience>;

/** A member's profile. Fields that the viewer may not see are null. */
export const profileView = memberSummary
  .extend({
    email: z.string().nullable(),
    ...profileTexts,
    mindfulnessScore: z.int(),
    meditationMinutes: z.int(),
    postsCount: z.int(),
    connectionsCount: z.int(),
    connection: connectionState,
    isMuted: z.boolean(),
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof profileView>;

export const getProfile = endpoint({
  ...profilePaths.getProfile,
  summary: 'Get a member’s profile',
  params: idParams,
  replies: { 200: profileView },
  errors: profileErrors,
});

const { nameCharacters, lineCharacters, textCharacters } = profileLimits;

/** An optional handle on a social site. Accepts a handle or a profile address; an empty text becomes null. */
export const socialHandle = (site: SocialSite) =>
  z
    .string()
    .trim()
    .max(200)
    .transform((typed, context) => {
      if (typed === '') return null;
      const handle = parseHandle(site, typed);
      if (handle === undefined)
        context.addIssue({
          code: 'custom',
          message: `Please enter your ${socialSites[site].label} name or the address of your page there`,
        });
      return handle ?? null;
    });

/**
 * A change to the member's own profile. Omitted fields stay. An empty text or null clears an optional field.
 */
export const profileInput = z
  .strictObject({
    firstName: singleLine(nameCharacters).min(1, 'Please tell us your first name'),
    lastName: singleLine(nameCharacters),
    title: optionalLine(nameCharacters).nullable(),
    bio: optionalText(textCharacters).nullable(),
    location: optionalLine(lineCharacters).nullable(),
    favoriteBook: optionalLine(lineCharacters).nullable(),
    favoriteQuote: optionalText(textCharacters).nullable(),
    favoriteHobby: optionalLine(lineCharacters).nullable(),
    threeInterestingThings: optionalText(textCharacters).nullable(),
    currentGoal: optionalText(textCharacters).nullable(),
    instagram: socialHandle('instagram').nullable(),
    facebook: socialHandle('facebook').nullable(),
    twitter: socialHandle('twitter').nullable(),
    linkedin: socialHandle('linkedin').nullable(),
  })
  .partial();

export const updateProfile = endpoint({
  ...profilePaths.updateProfile,
  summary: 'Edit one’s own profile',
  body: profileInput,
  replies: { 200: currentUserView },
});

export const settingsView = z
  .strictObject({
    emailAudience: audience,
    locationAudience: audience,
    socialsAudience: audience,
    /** Members who may start a conversation with this member. */
    messagesFrom: z.enum(['members', 'connections']),
    sendsReadReceipts: z.boolean(),
    showsPresence: z.boolean(),
    showsOnLeaderboard: z.boolean(),
    ...appearance,
  })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof settingsView>;

export const getSettings = endpoint({
  ...profilePaths.getSettings,
  summary: 'Get the member’s own settings',
  replies: { 200: settingsView },
});

export const updateSettings = endpoint({
  ...profilePaths.updateSettings,
  summary: 'Change one’s own settings; omitted settings stay',
  body: settingsView.partial(),
  replies: { 200: settingsView },
});

const memberParams = z.strictObject({ userId: id });

/** Replies of the lists of blocked and muted members. */
const listedMembers = { replies: { 200: z.array(memberSummary) } } as const;

export const listBlocks = endpoint({
  ...profilePaths.listBlocks,
  summary: 'List the members whom one has blocked',
  ...listedMembers,
});

export const block = endpoint({
  ...profilePaths.block,
  summary: 'Block a member: the two no longer see each other, and their connection ends',
  params: memberParams,
  replies: { 204: null },
  errors: profileErrors,
});

export const unblock = endpoint({
  ...profilePaths.unblock,
  summary: 'Unblock a member',
  params: memberParams,
  replies: { 204: null },
});

export const listMutes = endpoint({
  ...profilePaths.listMutes,
  summary: 'List the members whom one has muted',
  ...listedMembers,
});

export const mute = endpoint({
  ...profilePaths.mute,
  summary: 'Mute a member: hides their posts from one’s own feed, without notice to them',
  params: memberParams,
  replies: { 204: null },
  errors: profileErrors,
});

export const unmute = endpoint({
  ...profilePaths.unmute,
  summary: 'Unmute a member',
  params: memberParams,
  replies: { 204: null },
});

const { words, minCharacters, maxCharacters } = mutedWordLimits;

/** A muted word or phrase. It needs a letter, a number or an emoji: anything else would match everything or nothing. */
export const mutedWord = singleLine(maxCharacters)
  .overwrite((text) => text.replaceAll(/\s+/gu, ' '))
  .min(minCharacters, `Please use at least ${minCharacters} characters`)
  .regex(/[\p{L}\p{N}\p{Extended_Pictographic}]/u, 'Please use at least one letter or number');

export const mutedWordsView = z
  .strictObject({ words: z.array(mutedWord).max(words, `Please keep it within ${words} words`) })
  .meta({ id: 'MutedWords' });
export type MutedWords = z.infer<typeof mutedWordsView>;

export const getMutedWords = endpoint({
  ...profilePaths.getMutedWords,
  summary: 'List the member’s own muted words',
  replies: { 200: mutedWordsView },
});

export const updateMutedWords = endpoint({
  ...profilePaths.updateMutedWords,
  summary: 'Replace the member’s list of muted words; duplicates are removed',
  body: mutedWordsView,
  replies: { 200: mutedWordsView },
});

/** A block or mute that started or ended. Clients hide or show that member's content. */
export const visibilityChange = z.enum(['blocked', 'unblocked', 'muted', 'unmuted']);
export type VisibilityChange = z.infer<typeof visibilityChange>;

export const memberEvents = {
  /** For the member's own tabs: their role or flag changed. */
  'status.changed': z.object({ type: z.literal('status.changed'), userId: id }),
  /** For the member's own tabs only: they blocked, unblocked, muted or unmuted `userId`. */
  'hidden.changed': z.object({ type: z.literal('hidden.changed'), userId: id, change: visibilityChange }),
  /** For the member's own tabs: their list of muted words changed. */
  'muted_words.changed': z.object({ type: z.literal('muted_words.changed') }),
};
