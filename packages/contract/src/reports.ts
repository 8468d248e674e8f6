import { contributionKinds, type ContributionKindName } from './contribution-kinds.ts';
import { defineErrors } from './problem.ts';

export const reportLimits = {
  noteCharacters: 1_000,
  /** Maximum number of messages that a reporter can share with the moderators. */
  sharedMessages: 5,
} as const;

export const reportErrors = defineErrors({
  'reports.subject_not_found': {
    status: 404,
    title: 'Not found',
    detail: 'The content you want to report is no longer available. Your report was not sent.',
  },
  'reports.not_oneself': {
    status: 400,
    path: 'subjectId',
    title: 'That is you',
    detail: 'You cannot report yourself.',
  },
  'reports.already_reported': {
    status: 409,
    title: 'Already reported',
    detail: 'You have reported this already. The moderators have your report.',
  },
});

/** Kinds of subjects that members can report. */
export const reportSubjectTypes = [
  ...(Object.keys(contributionKinds) as [ContributionKindName, ...ContributionKindName[]]),
  'message',
  'member',
] as const;

export const reportReasons = [
  'danger',
  'worried',
  'harassment',
  'hate',
  'spam',
  'sexual',
  'medical_misinformation',
  'other',
] as const;

/** Progress of a report, as shown to the reporter. */
export const reportStates = ['received', 'looked_at', 'closed'] as const;

export const reportPaths = {
  createReport: { method: 'POST', path: '/api/reports', creates: true },
  listOwnReports: { method: 'GET', path: '/api/reports/mine' },
} as const;
