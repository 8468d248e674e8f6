import type { AuditEntry } from '@commons/contract/admin';
import type { AuditAction } from '@commons/contract/audit';
import { type Guideline, guidelines } from '@commons/contract/moderation';
import { formatMoment } from '../../lib/locale.ts';

/** What was done, in words: a name that the contract adds does not compile until it has some. */
export const actionNames: Record<AuditAction, string> = {
  'role.changed': 'Role changed',
  'role.first_admin': 'Became the first admin',
  'flag.set': 'Flagged',
  'flag.cleared': 'Unflagged',
  'suspension.set': 'Suspended',
  'suspension.lifted': 'Suspension lifted',
  'suspension.ended': 'Suspension ended by itself',
  'invitation.sent': 'Invitation sent',
  'waitlist_entry.deleted': 'Waitlist entry deleted',
  'book_notification.deleted': 'Book notification deleted',
  'table.imported': 'Table imported',
  'meditation.deleted': 'Meditation deleted',
  'book.deleted': 'Book deleted',
  'podcast.deleted': 'Podcast deleted',
  'journal_prompt.deleted': 'Journal prompt deleted',
  'journal_category.deleted': 'Journal category deleted',
  'event.deleted': 'Event deleted',
  'case.dismissed': 'Case dismissed',
  'case.flagged': 'Case decided: flagged',
  'case.unflagged': 'Case decided: unflagged',
  'case.suspended': 'Case decided: suspended',
  'case.handed_over': 'Case handed over',
  'content.published': 'Held words published',
  'content.removed': 'Words taken down',
  'member.warned': 'Warned',
  'member.left': 'Left the community',
  'appeal.upheld': 'Appeal answered: upheld',
  'appeal.reversed': 'Appeal answered: reversed',
  'data.mended': 'Figures put right',
};

const isMoment = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
const isGuideline = (value: unknown): value is Guideline =>
  typeof value === 'string' && Object.hasOwn(guidelines, value);
const isId = (value: unknown): boolean => typeof value === 'string' && /^[\da-f]{8}-[\da-f-]{27}$/.test(value);

const valueInWords = (value: unknown): string => {
  if (isMoment(value)) return formatMoment(value);
  return isGuideline(value) ? `“${guidelines[value]}”` : String(value);
};

/** The values that a line holds: ids say nothing to a reader, and stay in the file. */
export const detailsInWords = ({ details }: Pick<AuditEntry, 'details'>): string =>
  Object.entries(details)
    // The database keeps them in an order of its own.
    .toSorted(([one], [other]) => one.localeCompare(other))
    .filter(([, value]) => value !== null && !isId(value))
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${valueInWords(value)}`)
    .join(', ');
