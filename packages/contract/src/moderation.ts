import type { CallsOf } from './endpoint.ts';
import type * as schemas from './moderation.schemas.ts';
import { defineErrors } from './problem.ts';

export type * from './moderation.schemas.ts';

export const moderationLimits = {
  noteCharacters: 1_000,
  appealCharacters: 2_000,
  /** So long a case belongs to who took it. */
  claimMinutes: 30,
  /** So long what was removed is only hidden, and its author may appeal. */
  appealDays: 30,
  /** Nobody is kept away for longer by one decision. */
  suspensionDays: 365,
  /** More open cases than these are not counted one by one. */
  countedCases: 100,
} as const;

/** The community guidelines (`/guidelines`), by what a decision can rest on. */
export const guidelines = {
  be_kind: 'Be kind, or be quiet for a while',
  speak_for_yourself: 'Speak for yourself',
  details_with_care: 'Hard subjects are welcome, details with care',
  keep_what_you_are_told: 'Keep what you are told',
  hate: 'No room for hate',
  harassment: 'No room for harassment and threats',
  sexual: 'No room for unwanted sexual words or pictures',
  health_advice: 'No room for harmful advice about health',
  spam: 'No room for advertising, recruiting, begging or spam',
  pretending: 'No room for pretending to be somebody else',
  unlawful: 'No room for what is against the law',
} as const;

/** What moderators do about a case. The last two answer an appeal. */
export const moderationActions = [
  'dismiss',
  'approve',
  'remove',
  'warn',
  'flag',
  'unflag',
  'suspend',
  'uphold',
  'reverse',
] as const;

/** Those that say that something was not right: they rest on a guideline, their member is told, and may appeal. */
export const actionsAgainst = ['remove', 'warn', 'flag', 'suspend'] as const;

export const moderationErrors = defineErrors({
  'moderation.case_not_found': {
    status: 404,
    title: 'No such case',
    detail: 'There is no such case for you in the queue.',
  },
  'moderation.claimed': {
    status: 409,
    title: 'Somebody else has this case',
    detail: 'Another moderator is working on this case. Nothing was changed.',
  },
  'moderation.already_decided': {
    status: 409,
    title: 'Already decided',
    detail: 'This case was decided meanwhile. Nothing was changed.',
  },
  'moderation.changed_meanwhile': {
    status: 409,
    title: 'It was changed',
    detail: 'Its author changed it while you read it. Nothing was decided; please read it again.',
  },
  'moderation.action_not_here': {
    status: 400,
    path: 'action',
    title: 'Not for this case',
    detail: 'This cannot be done about this case. Nothing was changed.',
  },
  'moderation.already_gone': {
    status: 409,
    title: 'It is gone already',
    detail: 'What this is about is not there any more. Nothing was changed.',
  },
  'moderation.own_report': {
    status: 403,
    title: 'You reported this',
    detail: 'Whoever reported something does not decide about it. Another moderator will.',
  },
  'moderation.own_decision': {
    status: 403,
    title: 'You decided this before',
    detail: 'An appeal is decided by somebody other than the person who decided first.',
  },
  'moderation.about_you': { status: 403, title: 'This is yours', detail: 'Nobody moderates themselves.' },
  'moderation.outranked': {
    status: 403,
    title: 'An admin has to decide',
    detail: 'Managers do not decide about admins. Please hand this case to an admin.',
  },
  'moderation.admins_only': {
    status: 403,
    title: 'An admin has to decide',
    detail: 'Only admins change flags and suspend. Please hand this case to an admin.',
  },
  'moderation.no_such_moderator': {
    status: 400,
    path: 'to',
    title: 'Not a moderator',
    detail: 'A case can be handed to a manager or an admin. Nothing was changed.',
  },
  'moderation.until_not_ahead': {
    status: 400,
    path: 'until',
    title: 'Until when?',
    detail: 'Please choose a date ahead, within a year. Nothing was changed.',
  },
  'moderation.decision_not_found': {
    status: 404,
    title: 'No such decision',
    detail: 'There is no such decision about you.',
  },
  'moderation.no_appeal': {
    status: 409,
    title: 'No appeal',
    detail: 'An appeal is possible once, within 30 days. Nothing was changed.',
  },
});

export const moderationPaths = {
  listCases: { method: 'GET', path: '/api/moderation/queue' },
  countCases: { method: 'GET', path: '/api/moderation/queue/count' },
  getCase: { method: 'GET', path: '/api/moderation/queue/{id}' },
  claimCase: { method: 'POST', path: '/api/moderation/queue/{id}/claim' },
  handOverCase: { method: 'POST', path: '/api/moderation/queue/{id}/hand-over' },
  decideCase: { method: 'POST', path: '/api/moderation/queue/{id}/actions', creates: true },
  listModerators: { method: 'GET', path: '/api/moderation/moderators' },
  removeAsModerator: { method: 'POST', path: '/api/moderation/removals', creates: true },
  listOwnDecisions: { method: 'GET', path: '/api/decisions' },
  countNewDecisions: { method: 'GET', path: '/api/decisions/new-count' },
  seeDecisions: { method: 'POST', path: '/api/decisions/seen' },
  createAppeal: { method: 'POST', path: '/api/appeals', creates: true },
} as const;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const moderationCalls: CallsOf<typeof moderationPaths, typeof schemas> = moderationPaths;
