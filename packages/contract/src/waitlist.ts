import { z } from 'zod';
import { email, id, multiLine, singleLine, timestamp } from './common.ts';
import { endpoint } from './endpoint.ts';
import { defineErrors } from './problem.ts';

export const waitlistErrors = defineErrors({
  'waitlist.email_exists': {
    status: 409,
    title: 'Already Registered',
    detail: 'This email already exists on the waitlist.',
  },
});

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
  method: 'POST',
  path: '/api/waitlist',
  summary: 'Join the community waitlist',
  body: joinWaitlistInput,
  replies: { 201: waitlistEntryView },
  errors: waitlistErrors,
});
