import { z } from 'zod';
import {
  accessCode,
  email,
  id,
  idParams,
  optionalField,
  optionalText,
  singleLine,
  timestamp,
} from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { gateErrors } from './gates.ts';
import { waitlistErrors, waitlistMessageCharacters, waitlistPaths } from './waitlist.ts';

export const waitlistEntryView = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    message: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'WaitlistEntry' });

/** An entry as those see it who look after the list. */
export const invitableEntryView = waitlistEntryView
  .extend({
    /** When the newest invitation was sent. */
    invitedAt: timestamp.nullable(),
    /** When that person opened an account by it. */
    joinedAt: timestamp.nullable(),
  })
  .meta({ id: 'InvitableEntry' });
export type InvitableEntry = z.infer<typeof invitableEntryView>;

export const joinWaitlistInput = z.strictObject({
  firstName: singleLine(60).min(1, 'Please tell us your first name'),
  lastName: singleLine(60).min(1, 'Please tell us your last name'),
  email,
  message: optionalText(waitlistMessageCharacters).nullish(),
});

export const joinWaitlist = endpoint({
  ...waitlistPaths.joinWaitlist,
  summary: 'Join the community waitlist',
  body: joinWaitlistInput,
  replies: { 201: waitlistEntryView },
  errors: { 'waitlist.email_exists': waitlistErrors['waitlist.email_exists'] },
});

/** A signed-in admin needs no code. */
const opensWaitlist = z.strictObject({ accessCode: optionalField(accessCode) });

export const listWaitlist = endpoint({
  ...waitlistPaths.listWaitlist,
  summary: 'The whole waitlist, newest first, for whoever has the access code and for admins',
  body: opensWaitlist.nullish(),
  replies: { 200: z.array(invitableEntryView) },
  errors: gateErrors,
});

export const deleteWaitlistEntry = endpoint({
  ...waitlistPaths.deleteWaitlistEntry,
  summary: 'Take somebody off the waitlist; an invitation that was not used yet goes with it',
  params: idParams,
  body: opensWaitlist.nullish(),
  replies: { 204: null },
  errors: { ...gateErrors, 'waitlist.entry_not_found': waitlistErrors['waitlist.entry_not_found'] },
});

export const inviteFromWaitlist = endpoint({
  ...waitlistPaths.inviteFromWaitlist,
  summary: 'Mail a one-time sign-up link to somebody on the waitlist; an older link of theirs ends',
  body: opensWaitlist.extend({ id }),
  replies: { 201: invitableEntryView },
  errors: waitlistErrors,
});
