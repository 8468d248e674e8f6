import { type ContributionKindName, textsOfKinds } from '@commons/contract/contribution-kinds';
import type { ReportReason, ReportSubjectType } from '@commons/contract/reports/schemas';
import { plural } from '../../lib/locale.ts';

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

const labelsOfKinds = textsOfKinds('label') as Record<ContributionKindName, string>;

/** Name of each kind of reported content. */
export const subjectLabels: Record<ReportSubjectType, string> = {
  ...labelsOfKinds,
  message: 'Message',
  member: 'Member',
};

/** Short name of reported content within a sentence: "comment". */
export const nounOf = (subjectType: ReportSubjectType): string => subjectType.replace('meditation_', '');

const visibleTexts = {
  content: (noun: string) => `Moderators will see your report and the ${noun}.`,
  messages: 'Moderators will see your report and the messages below it.',
  report: 'Moderators will see your report.',
};

type ReportContext = { isSharing: boolean; declinesRequest: boolean; firstName: string };

/** Explains who sees the report. The sentences are independent of each other. */
export const reportDescription = (
  subjectType: ReportSubjectType,
  { isSharing, declinesRequest, firstName }: ReportContext,
): string =>
  [
    subjectType !== 'member'
      ? visibleTexts.content(nounOf(subjectType))
      : isSharing
        ? visibleTexts.messages
        : visibleTexts.report,
    'They won’t see your name.',
    firstName === '' ? 'The member is not notified.' : `${firstName} is not notified.`,
    ...(declinesRequest ? ['Their request is declined.'] : []),
  ].join(' ');

export const sharedMessages = (count: number): string =>
  plural(count, { one: 'Show the moderators this message', other: 'Show the moderators these # messages' });
