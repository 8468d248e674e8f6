import type { ModerationAction } from '@commons/contract/moderation/schemas';
import { formatCount, formatUnit, plural } from '../../lib/locale.ts';

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

export const messageTitle = 'A message from the moderators';
export const appealWaits = 'Another moderator will review it.';

export const openCases = (count: number): string => plural(count, { one: '# open case', other: '# open cases' });

export const casePosition = (position: number, count: number): string =>
  `Case ${formatCount(position)} of ${formatCount(count)}`;

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

/** The beginning of an answer. Moderators complete it before they send it. */
export const answerTemplate = ({ name, receipt }: { name: string | null; receipt: string }): string =>
  `Dear ${name ?? 'sender'},

thank you for your concern ${receipt}. People, not programs, have looked into it.

Our decision: 

The reasons: `;
