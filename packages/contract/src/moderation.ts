import { defineErrors } from './problem.ts';

export const moderationLimits = {
  noteCharacters: 1_000,
  appealCharacters: 2_000,
  /** Duration of a moderator's claim on a case. */
  claimMinutes: 30,
  /** Time in which removed content is only hidden and its author may appeal. */
  appealDays: 30,
  /** Maximum length of a suspension. */
  suspensionDays: 365,
  /** The count of open cases stops here. */
  maxCountedCases: 100,
} as const;

/** The community guidelines (`/guidelines`) that a decision can refer to. */
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

/** Actions of moderators on a case. The last two answer an appeal. */
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

/** Actions against a member. They need a guideline; the member is notified and may appeal. */
export const actionsAgainstMember = ['remove', 'warn', 'flag', 'suspend'] as const;

export const moderationErrors = defineErrors({
  'moderation.case_not_found': {
    status: 404,
    title: 'Case not found',
    detail: 'This case does not exist, or you may not see it.',
  },
  'moderation.claimed': {
    status: 409,
    title: 'Claimed by another moderator',
    detail: 'Another moderator is working on this case. Nothing was changed.',
  },
  'moderation.already_decided': {
    status: 409,
    title: 'Already decided',
    detail: 'Another moderator has already decided this case. Nothing was changed.',
  },
  'moderation.changed_meanwhile': {
    status: 409,
    title: 'The content has changed',
    detail: 'The author changed the content while you were reading it. Please read it again. Nothing was decided.',
  },
  'moderation.action_not_here': {
    status: 400,
    path: 'action',
    title: 'Not possible for this case',
    detail: 'This action is not possible for this case. Nothing was changed.',
  },
  'moderation.already_gone': {
    status: 409,
    title: 'Already deleted',
    detail: 'The content of this case no longer exists. Nothing was changed.',
  },
  'moderation.own_report': {
    status: 403,
    title: 'You reported this',
    detail: 'You cannot decide a case that you reported. Another moderator will decide it.',
  },
  'moderation.own_decision': {
    status: 403,
    title: 'You made the first decision',
    detail: 'An appeal must be decided by somebody other than the moderator who made the first decision.',
  },
  'moderation.about_you': {
    status: 403,
    title: 'This is about you',
    detail: 'You cannot decide a case about yourself.',
  },
  'moderation.outranked': {
    status: 403,
    title: 'An admin has to decide',
    detail: 'Managers cannot decide cases about admins. Please hand this case to an admin.',
  },
  'moderation.admins_only': {
    status: 403,
    title: 'An admin has to decide',
    detail: 'Only admins can flag, unflag and suspend members. Please hand this case to an admin.',
  },
  'moderation.no_such_moderator': {
    status: 400,
    path: 'to',
    title: 'Not a moderator',
    detail: 'A case can only be handed to a manager or an admin. Nothing was changed.',
  },
  'moderation.until_not_ahead': {
    status: 400,
    path: 'until',
    title: 'Please choose another end date',
    detail: 'The end date must be in the future, within a year. Nothing was changed.',
  },
  'moderation.decision_not_found': {
    status: 404,
    title: 'Decision not found',
    detail: 'There is no such decision about you.',
  },
  'moderation.no_appeal': {
    status: 409,
    title: 'Appeal not possible',
    detail: 'You can appeal a decision once, within 30 days. Nothing was changed.',
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
