import { defineErrors } from './problem.ts';

/** Version of the guidelines in this release. Raise it with a change that members must accept again. */
export const shippedGuidelinesVersion = 1;

/**
 * Kinds of consent in a member's history. `health-data` is the explicit consent to process data about health
 * (Article 9(2)(a) of the GDPR).
 */
export const consentKinds = ['adult', 'health-data', 'guidelines'] as const;

/**
 * State of a member's consent. `outdated`: given for an older version of the guidelines.
 */
export const consentStates = ['given', 'missing', 'outdated', 'withdrawn'] as const;

/** Messages of the fields of a form that asks for consent. */
export const consentFieldErrors = {
  isAdult: 'Please confirm that you are 18 or over',
  agreesToHealthData: 'We can only let you in with your agreement',
} as const;

export const consentErrors = defineErrors({
  'consent.newer_guidelines': {
    status: 409,
    title: 'The guidelines have changed',
    detail: 'The guidelines have changed since you opened this page. Please read the new version.',
  },
});

export const consentPaths = {
  giveConsent: { method: 'POST', path: '/api/account/consent' },
  withdrawConsent: { method: 'DELETE', path: '/api/account/consent' },
} as const;
