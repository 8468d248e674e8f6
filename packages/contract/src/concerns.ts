import { defineErrors } from './problem.ts';

/** Kinds of concerns that anyone can report without an account. */
export const concernKinds = {
  danger: 'Someone may be in danger',
  illegal: 'Content that I think is illegal',
  guidelines: 'Content that breaks the guidelines',
  complaint: 'A complaint about the community or its team',
} as const;

export const concernLimits = {
  textCharacters: 4_000,
  answerCharacters: 4_000,
  nameCharacters: 120,
  addressCharacters: 500,
  /** Days for which a closed concern is kept. */
  keptDays: 365,
  /** Days in which the sender can confirm their email. */
  confirmationDays: 14,
  /** Maximum number of open concerns in the moderators' list. The most urgent ones come first. */
  listed: 200,
} as const;

export const concernErrors = defineErrors({
  'concerns.not_found': { status: 404, title: 'Concern not found', detail: 'This concern does not exist any more.' },
  'concerns.already_answered': {
    status: 409,
    title: 'Already answered',
    detail: 'Another moderator has answered this concern. Nothing was sent.',
  },
  'concerns.link_invalid': {
    status: 400,
    path: 'token',
    title: 'This link is no longer valid',
    detail: 'The link works for 14 days. The moderators have your concern in any case.',
  },
});

export const concernPaths = {
  reportConcern: { method: 'POST', path: '/api/concerns', creates: true },
  confirmConcern: { method: 'POST', path: '/api/concerns/confirmation' },
  listConcerns: { method: 'GET', path: '/api/moderation/concerns' },
  getConcern: { method: 'GET', path: '/api/moderation/concerns/{id}' },
  answerConcern: { method: 'POST', path: '/api/moderation/concerns/{id}/answer', creates: true },
} as const;
