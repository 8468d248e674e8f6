import { z } from 'zod';
import { id } from './common.schemas.ts';
import { motions, roles, textSizes, themes } from './members.ts';

export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

/** A member as the author of something: enough for a name, a face and a link. */
export const memberSummary = z
  .object({
    id,
    /** First and last name; without them the part of the email before the at-sign, then "Anonymous". */
    displayName: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    profileImageUrl: z.string().nullable(),
    title: z.string().nullable(),
  })
  .meta({ id: 'MemberSummary' });
export type MemberSummary = z.infer<typeof memberSummary>;

/** What members may say of themselves. On a profile, what only some may see is null for the others. */
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

/** How pages look to the member. */
export const appearance = { theme: z.enum(themes), motion: z.enum(motions), textSize: z.literal(textSizes) };
