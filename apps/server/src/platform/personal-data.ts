import { eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { domainEvent } from './database/domain-events.ts';

/**
 * Whom data is about: by their id, or by the address that they gave before they had one. An address that nobody confirmed
 * may be a stranger’s: it is null, and leads to nothing.
 */
export type DataSubject = { id: string; confirmedEmail: string | null };

/** Rows that were left under an address, before there was a member. */
export const leftUnder =
  (column: AnyPgColumn) =>
  ({ confirmedEmail }: DataSubject): SQL =>
    confirmedEmail === null ? sql`false` : eq(column, confirmedEmail);

/** How a column of a table names a member, and what that means for the rows it finds. */
export type Mention = {
  column: AnyPgColumn;
  /** Which rows are theirs, where the column does not simply hold their id. */
  isTheirs?: (subject: DataSubject) => SQL | undefined;
  /** Whether the member takes these rows along, else why not. */
  exported: true | { no: string };
  /**
   * What becomes of the rows when the member leaves. `deleted`: at once. `unnamed`: they stay, and the column is emptied.
   * `chosen`: they go, or stay without a name, as the member wishes; the feature that they belong to sees to it, because
   * something is counted. Else they stay, and why.
   */
  leaving: 'deleted' | 'unnamed' | 'chosen' | { kept: string };
};

/** What a table knows of members. Each `*.tables.ts` says it beside its tables; `docs/privacy.md` is made of it. */
export type PersonalData = {
  table: PgTable;
  /** What it is, why it is kept and how long, as the member would be told. */
  what: string;
  why: string;
  until: string;
  mentions: readonly [Mention, ...Mention[]];
  /** What its member is not shown either: digests, keys, and what others decided. */
  secrets?: readonly AnyPgColumn[];
};

/** A member leaves, in the transaction in which their rows go: what others have to hear of is told now. */
export const memberLeaving = domainEvent<{ memberId: string }>('member.leaving');

/** Rows that are one member's alone. */
export const own = (column: AnyPgColumn): Mention => ({ column, exported: true, leaving: 'deleted' });

/** What a member wrote for others. */
export const written = (column: AnyPgColumn): Mention => ({ column, exported: true, leaving: 'chosen' });

export const theirRows = ({ column, isTheirs }: Mention, subject: DataSubject): SQL | undefined =>
  isTheirs ? isTheirs(subject) : eq(column, subject.id);
