import { eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { domainEvent } from '../platform/database/domain-events.ts';

/**
 * The person that data is about, identified by member id, or by the email address they gave before they had an account.
 * An unconfirmed address may belong to someone else. It is then null and matches no rows.
 */
export type DataSubject = { id: string; confirmedEmail: string | null };

/** Matches rows that were stored under an email address before the account existed. */
export const storedUnderEmail =
  (column: AnyPgColumn) =>
  ({ confirmedEmail }: DataSubject): SQL =>
    confirmedEmail === null ? sql`false` : eq(column, confirmedEmail);

/** How a table column refers to a member, and the consequences for its rows. */
export type MemberReference = {
  column: AnyPgColumn;
  /** Selects the member's rows, if the column does not contain their id. */
  condition?: (subject: DataSubject) => SQL | undefined;
  /** Whether the rows are part of the member's data export; if not, the reason. */
  exported: true | { no: string };
  /**
   * The fate of the rows when the member leaves.
   *
   * - `deleted`: the rows are deleted at once.
   * - `anonymized`: the rows stay, and the column is set to null.
   * - `chosen`: the member decides whether the rows are deleted or anonymised. The owning feature applies the choice,
   *   because counters change.
   * - `kept`: the rows stay, for the given reason.
   */
  leaving: 'deleted' | 'anonymized' | 'chosen' | { kept: string };
};

/**
 * The personal data in one table. Each `*.tables.ts` declares it next to its tables. `docs/privacy.md` is generated
 * from these declarations.
 */
export type PersonalData = {
  table: PgTable;
  /** Description, purpose and retention, worded for the member. */
  description: string;
  purpose: string;
  retention: string;
  references: readonly [MemberReference, ...MemberReference[]];
  /** Columns that are not part of the member's export: digests, keys and decisions of others. */
  excludedFromExport?: readonly AnyPgColumn[];
};

/** A member is leaving. Emitted in the transaction that deletes their rows. */
export const memberLeaving = domainEvent<{ memberId: string }>('member.leaving');

/** A column whose rows belong to one member only. */
export const ownedBy = (column: AnyPgColumn): MemberReference => ({ column, exported: true, leaving: 'deleted' });

/** A column for content that a member wrote for others. */
export const writtenBy = (column: AnyPgColumn): MemberReference => ({ column, exported: true, leaving: 'chosen' });

/** Returns the condition that selects a member's rows. */
export const rowsOfMember = ({ column, condition }: MemberReference, subject: DataSubject): SQL | undefined =>
  condition ? condition(subject) : eq(column, subject.id);
