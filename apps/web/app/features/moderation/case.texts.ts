// Apart from `moderation.texts.ts`, which every page loads, because the labels come with the dialogs of reports.
import type { Decision, ModerationCase } from '@commons/contract/moderation/schemas';
import { plural } from '../../lib/locale.ts';
import { reasonLabels, subjectLabels } from '../reports/index.ts';
import { messageTitle } from './moderation.texts.ts';

/** Describes a decision to the affected member. */
export const decisionTitle = ({ action, subjectType }: Pick<Decision, 'action' | 'subjectType'>): string => {
  if (action === 'remove') return `${subjectLabels[subjectType]} taken down`;
  if (action === 'suspend') return 'Your account was suspended';
  if (action === 'flag') return 'What you share is reviewed before others see it';
  return messageTitle;
};

/** Summarizes a case: "2 reports · Harassment or threats". */
export const caseSummary = ({ isAppeal, isHeld, reportsCount, reason }: ModerationCase): string => {
  if (isAppeal) return 'Appeal against a decision';
  const reports = reportsCount > 0 ? plural(reportsCount, { one: '# report', other: '# reports' }) : undefined;
  const parts = [isHeld ? 'Awaiting review' : undefined, reports, reason === null ? undefined : reasonLabels[reason]];
  return parts.filter((part) => part !== undefined).join(' · ');
};
