import type { ReportReason } from '@commons/contract/reports';

const labels: Record<ReportReason, string> = {
  danger: 'Somebody is in danger',
  worried: 'I am worried about them',
  harassment: 'Harassment or threats',
  hate: 'Hate against a person or a group',
  spam: 'Spam or advertising',
  sexual: 'Unwanted sexual words or pictures',
  medical_misinformation: 'Harmful advice about health',
  other: 'Something else',
};

export const reasonOptions = Object.entries(labels).map(([value, label]) => ({ value: value as ReportReason, label }));

/** Moderators are not there at every hour; for these reasons somebody else may be needed first. */
export const needsHelpNow = (reason: ReportReason | null): boolean => reason === 'danger' || reason === 'worried';
