import type { ReportReason, ReportSubjectType } from '@commons/contract/reports';

export const reasonLabels: Record<ReportReason, string> = {
  danger: 'Someone is in danger',
  worried: 'I’m worried about this person',
  harassment: 'Harassment or threats',
  hate: 'Hate against a person or a group',
  spam: 'Spam or advertising',
  sexual: 'Unwanted sexual content',
  medical_misinformation: 'Harmful health advice',
  other: 'Something else',
};

/** Name of each kind of reported content. */
export const subjectLabels: Record<ReportSubjectType, string> = {
  post: 'Post',
  comment: 'Comment',
  win: 'Wellness win',
  note: 'Gratitude note',
  recommendation: 'Recommendation',
  meditation_comment: 'Comment on a meditation',
  message: 'Message',
  member: 'Member',
};
