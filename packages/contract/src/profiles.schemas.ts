import { z } from 'zod';
import { currentUserView } from './auth.schemas.ts';
import { id, idParams, optionalLine, optionalText, singleLine } from './common.schemas.ts';
import { connectionState } from './connections.schemas.ts';
import { endpoint } from './endpoint.ts';
import { appearance, memberSummary, profileTexts } from './members.schemas.ts';
import { audiences, mutedWordLimits, profileErrors, profileLimits, profilePaths } from './profiles.ts';
import { readHandle, type SocialSite, socialSites } from './social-handles.ts';

export const audience = z.enum(audiences);
export type Audience = z.infer<typeof audience>;

/** What only some may see is null for the others. */
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
  summary: 'A member as others may see them',
  params: idParams,
  replies: { 200: profileView },
  errors: profileErrors,
});

const { nameCharacters, lineCharacters, textCharacters } = profileLimits;

/** An optional handle: a handle or a profile address goes in, the handle comes out; empty means none. */
export const socialHandle = (site: SocialSite) =>
  z
    .string()
    .trim()
    .max(200)
    .transform((typed, context) => {
      if (typed === '') return null;
      const handle = readHandle(site, typed);
      if (handle === undefined)
        context.addIssue({
          code: 'custom',
          message: `Please enter your ${socialSites[site].label} name or the address of your page there`,
        });
      return handle ?? null;
    });

/**
 * Each field may be left out; what is given replaces what was there. An empty text clears an optional one, and so does null,
 * which is how it is read where there is nothing.
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

export const acceptGuidelines = endpoint({
  ...profilePaths.acceptGuidelines,
  summary: 'Say that one is 18 or over and will keep to the guidelines',
  body: z.strictObject({ isAdult: z.literal(true, 'Please confirm that you are 18 or over') }),
  replies: { 200: currentUserView },
});

export const settingsView = z
  .strictObject({
    emailAudience: audience,
    locationAudience: audience,
    socialsAudience: audience,
    /** Who may begin a conversation with the member. */
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
  summary: 'The member’s own settings',
  replies: { 200: settingsView },
});

export const updateSettings = endpoint({
  ...profilePaths.updateSettings,
  summary: 'Change one’s own settings; what is left out stays',
  body: settingsView.partial(),
  replies: { 200: settingsView },
});

const memberParams = z.strictObject({ userId: id });

/** A member that the viewer blocked or muted. */
const listedMembers = { replies: { 200: z.array(memberSummary) } } as const;

export const listBlocks = endpoint({
  ...profilePaths.listBlocks,
  summary: 'Members whom the member blocked',
  ...listedMembers,
});

export const block = endpoint({
  ...profilePaths.block,
  summary: 'Block a member: neither sees the other any more, and their connection ends',
  params: memberParams,
  replies: { 204: null },
  errors: profileErrors,
});

export const unblock = endpoint({
  ...profilePaths.unblock,
  summary: 'Take a block back',
  params: memberParams,
  replies: { 204: null },
});

export const listMutes = endpoint({
  ...profilePaths.listMutes,
  summary: 'Members whom the member muted',
  ...listedMembers,
});

export const mute = endpoint({
  ...profilePaths.mute,
  summary: 'Mute a member: their posts leave the member’s feed, and they are not told',
  params: memberParams,
  replies: { 204: null },
  errors: profileErrors,
});

export const unmute = endpoint({
  ...profilePaths.unmute,
  summary: 'Take a mute back',
  params: memberParams,
  replies: { 204: null },
});

const { words, minCharacters, maxCharacters } = mutedWordLimits;

/** A word or phrase: of a letter, a number or a picture at least, or it would be found in everything or nothing. */
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
  summary: 'The words that the member does not want to meet; nobody else sees them',
  replies: { 200: mutedWordsView },
});

export const updateMutedWords = endpoint({
  ...profilePaths.updateMutedWords,
  summary: 'Put a list of words in the place of the one before; a word that is in it twice is kept once',
  body: mutedWordsView,
  replies: { 200: mutedWordsView },
});

/** What a member did about another: everything of theirs that is on a screen follows. */
export const hidingChange = z.enum(['blocked', 'unblocked', 'muted', 'unmuted']);
export type HidingChange = z.infer<typeof hidingChange>;

export const memberEvents = {
  /** For the member's own tabs: their role or flag is another one. */
  'status.changed': z.object({ type: z.literal('status.changed'), userId: id }),
  /** For one's own tabs: the member blocked or muted `userId`, or took it back. Nobody else is told. */
  'hidden.changed': z.object({ type: z.literal('hidden.changed'), userId: id, change: hidingChange }),
  /** For one's own tabs, too: the member muted other words than before. */
  'muted_words.changed': z.object({ type: z.literal('muted_words.changed') }),
};
