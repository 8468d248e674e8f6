import { z } from 'zod';
import { currentUserView } from './auth.schemas.ts';
import { optionalField } from './common.schemas.ts';
import { consentErrors, consentPaths } from './consent.ts';
import { endpoint } from './endpoint.ts';

export const consentInput = z.strictObject({
  /** The version that the member has read. Older versions than the current one are refused. */
  guidelinesVersion: z.int().min(1).max(1_000_000),
  /** Needed until the member has confirmed their age. */
  isAdult: optionalField(z.boolean()),
  /** Needed unless the member has already agreed and has not withdrawn. */
  agreesToHealthData: optionalField(z.boolean()),
});

export const giveConsent = endpoint({
  ...consentPaths.giveConsent,
  summary: 'Accept the current guidelines, and consent to the processing of data about one’s health',
  body: consentInput,
  replies: { 200: currentUserView },
  errors: consentErrors,
});

export const withdrawConsent = endpoint({
  ...consentPaths.withdrawConsent,
  summary: 'Withdraw one’s consent; the member can then only read, export their data, consent again or leave',
  replies: { 200: currentUserView },
});
