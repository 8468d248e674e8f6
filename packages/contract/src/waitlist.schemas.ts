import { z } from 'zod';
import { email, id, multiLine, singleLine, timestamp } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { waitlistErrors, waitlistPaths } from './waitlist.ts';

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

export const joinWaitlistInput = z.strictObject({
  firstName: singleLine(60).min(1, 'Please tell us your first name'),
  lastName: singleLine(60).min(1, 'Please tell us your last name'),
  email,
  message: z
    .union([
      z
        .string()
        .trim()
        .length(0)
        .transform(() => undefined),
      multiLine(1_000),
    ])
    .optional(),
});

export const joinWaitlist = endpoint({
  ...waitlistPaths.joinWaitlist,
  summary: 'Join the community waitlist',
  body: joinWaitlistInput,
  replies: { 201: waitlistEntryView },
  errors: waitlistErrors,
});
