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

/** A waitlist entry, as shown to admins and holders of the access code. */
export const invitableEntryView = waitlistEntryView
  .extend({
    /** Time of the newest invitation. */
    invitedAt: timestamp.nullable(),
    /** Time when the person created an account with it. */
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
  summary: 'Join the waitlist',
  body: joinWaitlistInput,
  replies: { 201: waitlistEntryView },
  errors: { 'waitlist.email_exists': waitlistErrors['waitlist.email_exists'] },
});

/** The access code. Signed-in admins omit it. */
const waitlistAccess = z.strictObject({ accessCode: optionalField(accessCode) });

export const listWaitlist = endpoint({
  ...waitlistPaths.listWaitlist,
  summary: 'List all waitlist entries, newest first; needs the access code or an admin’s session',
  body: waitlistAccess.nullish(),
  replies: { 200: z.array(invitableEntryView) },
  errors: gateErrors,
});

export const deleteWaitlistEntry = endpoint({
  ...waitlistPaths.deleteWaitlistEntry,
  summary: 'Delete a waitlist entry and its unused invitation',
  params: idParams,
  body: waitlistAccess.nullish(),
  replies: { 204: null },
  errors: { ...gateErrors, 'waitlist.entry_not_found': waitlistErrors['waitlist.entry_not_found'] },
});

export const inviteFromWaitlist = endpoint({
  ...waitlistPaths.inviteFromWaitlist,
  summary: 'Send a one-time sign-up link to a person on the waitlist; their older link stops working',
  body: waitlistAccess.extend({ id }),
  replies: { 201: invitableEntryView },
  errors: waitlistErrors,
});
