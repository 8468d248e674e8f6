/**
 * What the audit log keeps, named after what was acted upon and what was done. A name is never given another meaning:
 * rows that were written under it stay.
 */
export const auditActions = [
  'role.changed',
  'role.first_admin',
  'flag.set',
  'flag.cleared',
  'suspension.set',
  'suspension.lifted',
  'suspension.ended',
  'invitation.sent',
  'waitlist_entry.deleted',
  'book_notification.deleted',
  'table.imported',
  'meditation.deleted',
  'book.deleted',
  'podcast.deleted',
  'journal_prompt.deleted',
  'journal_category.deleted',
  'event.deleted',
  'case.dismissed',
  'case.flagged',
  'case.unflagged',
  'case.suspended',
  'case.handed_over',
  'content.published',
  'content.removed',
  'member.warned',
  'member.left',
  'appeal.upheld',
  'appeal.reversed',
  'data.mended',
] as const;
export type AuditAction = (typeof auditActions)[number];
