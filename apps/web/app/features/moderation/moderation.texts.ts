import type { Decision, ModerationAction, ModerationCase } from '@commons/contract/moderation';
import { plural } from '../../lib/locale.ts';
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
  return 'A message from the moderators';
};

/** Summarizes a case: "2 reports · Harassment or threats". */
export const caseSummary = ({ isAppeal, isHeld, reportsCount, reason }: ModerationCase): string => {
  if (isAppeal) return 'Appeal against a decision';
  const reports =
    reportsCount > 0 ? `${reportsCount} ${plural(reportsCount, { one: 'report', other: 'reports' })}` : undefined;
  const parts = [isHeld ? 'Awaiting review' : undefined, reports, reason === null ? undefined : reasonLabels[reason]];
  return parts.filter((part) => part !== undefined).join(' · ');
};

const minute = 60_000;
const units = [
  { milliseconds: 24 * 60 * minute, abbreviation: 'd' },
  { milliseconds: 60 * minute, abbreviation: 'h' },
  { milliseconds: minute, abbreviation: 'min' },
];

/** Formats a due date: "Due in 3 h", "Overdue by 2 d". */
export const formatDue = (dueAt: string, now: number = Date.now()): { text: string; isOverdue: boolean } => {
  const remaining = Date.parse(dueAt) - now;
  const distance = Math.abs(remaining);
  const { milliseconds, abbreviation } = units.find((unit) => distance >= unit.milliseconds) ?? {
    milliseconds: minute,
    abbreviation: 'min',
  };
  const amount = Math.max(1, Math.floor(distance / milliseconds));
  return {
    text: remaining < 0 ? `Overdue by ${amount} ${abbreviation}` : `Due in ${amount} ${abbreviation}`,
    isOverdue: remaining < 0,
  };
};
