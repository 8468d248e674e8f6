import type { Decision, ModerationAction, ModerationCase } from '@commons/contract/moderation';
import { formatUnit, plural } from '../../lib/locale.ts';
import { reasonLabels, subjectLabels } from '../reports/index.ts';

type ActionText = { label: string; text: string };

/** Label and consequence of each action. */
export const actionTexts: Record<ModerationAction, ActionText> = {
  dismiss: { label: 'Leave it', text: 'Nothing changes, and no one is notified.' },
  approve: { label: 'Publish it', text: 'Everyone can see it, and the author gets the point.' },
  remove: { label: 'Take it down', text: 'It disappears for everyone. The author is notified and can appeal.' },
  warn: { label: 'Warn the member', text: 'They get your message. Nothing else changes.' },
  flag: { label: 'Flag the member', text: 'A moderator reviews what they share before others see it.' },
  unflag: { label: 'Unflag the member', text: 'What they share appears right away again.' },
  suspend: { label: 'Suspend the member', text: 'Until the date you set, they can only read the reason and appeal.' },
  uphold: { label: 'Uphold the decision', text: 'It stands, and the member is notified.' },
  reverse: { label: 'Reverse the decision', text: 'It is undone, and anything taken down comes back.' },
};

export const resultTitles: Record<ModerationAction, string> = {
  dismiss: 'No action taken',
  approve: 'Published',
  remove: 'Taken down',
  warn: 'Member warned',
  flag: 'Member flagged',
  unflag: 'Member unflagged',
  suspend: 'Member suspended',
  uphold: 'Decision upheld',
  reverse: 'Decision reversed',
};

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

export const messageTitle = 'A message from the moderators';
export const appealWaits = 'Another moderator will review it.';

export const openCases = (count: number): string => plural(count, { one: '# open case', other: '# open cases' });

export const earlierDecisions = (count: number): string =>
  plural(count, { none: 'no earlier decisions', one: '# earlier decision', other: '# earlier decisions' });

const minute = 60_000;
const units = [
  { milliseconds: 24 * 60 * minute, unit: 'day' },
  { milliseconds: 60 * minute, unit: 'hour' },
  { milliseconds: minute, unit: 'minute' },
];

/** Formats a due date: "Due in 3 hr", "Overdue by 2 days". */
export const formatDue = (dueAt: string, now: number = Date.now()): { text: string; isOverdue: boolean } => {
  const remaining = Date.parse(dueAt) - now;
  const distance = Math.max(minute, Math.abs(remaining));
  const { milliseconds, unit } = units.find((candidate) => distance >= candidate.milliseconds) ?? {
    milliseconds: minute,
    unit: 'minute',
  };
  const amount = formatUnit(Math.floor(distance / milliseconds), unit, { unitDisplay: 'short' });
  return { text: remaining < 0 ? `Overdue by ${amount}` : `Due in ${amount}`, isOverdue: remaining < 0 };
};
