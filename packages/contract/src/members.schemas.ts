import { z } from 'zod';
import { id } from './common.schemas.ts';
import { motions, roles, textSizes, themes } from './members.ts';

export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** The public summary of a member, as shown next to their posts: name, photo and id for a link. */
export const memberSummary = z
  .object({
    id,
    /** First and last name. Fallbacks: the local part of the email, then "Anonymous". */
    displayName: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    profileImageUrl: z.string().nullable(),
    title: z.string().nullable(),
  })
  .meta({ id: 'MemberSummary' });
export type MemberSummary = z.infer<typeof memberSummary>;

/** Optional profile fields. On a profile, fields that the viewer may not see are null. */
export const profileTexts = {
  bio: z.string().nullable(),
  location: z.string().nullable(),
  favoriteBook: z.string().nullable(),
  favoriteQuote: z.string().nullable(),
  favoriteHobby: z.string().nullable(),
  threeInterestingThings: z.string().nullable(),
  currentGoal: z.string().nullable(),
  instagram: z.string().nullable(),
  facebook: z.string().nullable(),
  twitter: z.string().nullable(),
  linkedin: z.string().nullable(),
};

/** The member's appearance settings. */
export const appearance = { theme: z.enum(themes), motion: z.enum(motions), textSize: z.literal(textSizes) };
