import { setImmediate } from 'node:timers/promises';
import { foldText } from '@commons/contract/fold';
import { sql } from 'drizzle-orm';
import { users } from '../../community/members/users.tables.ts';
import type { Database } from '../../platform/database/database.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import { isShownTo } from './messages.queries.ts';
import { conversationMembers, messages } from './messages.tables.ts';

const isOwnConversation = sql`${conversationMembers.memberId} = ${sql.placeholder('memberId')}::uuid
  AND ${conversationMembers.state} = ${sql.placeholder('state')}`;
const isAsciiMatch = sql`${messages.content} ~* ${sql.placeholder('pattern')}`;

/**
 * Texts of a member's own conversations to compare in the server: names, and messages with non-ASCII characters, which
 * the database cannot fold in every locale. Messages that the database has already matched have a null text.
 */
const textsToMatch = namedStatement(
  'texts_of_conversations',
  sql`SELECT ${conversationMembers.otherId} AS "otherId", ${users.firstName} || ' ' || ${users.lastName} AS text
      FROM ${conversationMembers} JOIN ${users} ON ${users.id} = ${conversationMembers.otherId} WHERE ${isOwnConversation}
    UNION
    SELECT ${conversationMembers.otherId}, CASE WHEN ${isAsciiMatch} THEN NULL ELSE ${messages.content} END
      FROM ${conversationMembers} JOIN ${messages} ON ${messages.conversationId} = ${conversationMembers.conversationId}
      WHERE ${isOwnConversation} AND ${messages.removedAt} IS NULL AND ${isShownTo(sql.placeholder('memberId'))}
        AND (${isAsciiMatch} OR octet_length(${messages.content}) <> char_length(${messages.content}))`,
  { values: { memberId: 'uuid', state: 'text', pattern: 'text' }, columns: { otherId: 'uuid', text: 'text | null' } },
);

/**
 * Returns a regular expression for ASCII texts whose folded form contains the folded search: any space, both
 * apostrophes.
 */
const asciiPattern = (folded: string): string =>
  folded
    .replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)
    .replaceAll(String.raw`\'`, "['`]")
    .replaceAll(' ', String.raw`\s+`);

/** Number of texts compared before yielding to the event loop. */
const textsPerTurn = 1_000;

/**
 * Returns the other members of the conversations whose name or messages contain the search, by the rule of `foldText`.
 */
export async function findMatchingConversations(
  db: Database,
  { memberId, state, search }: { memberId: string; state: string; search: string },
): Promise<string[]> {
  const folded = foldText(search).trim();
  const texts = await textsToMatch(db, { memberId, state, pattern: asciiPattern(folded) });
  const matchingIds = new Set<string>();
  for (const [index, { otherId, text }] of texts.entries()) {
    if (text === null || (!matchingIds.has(otherId) && foldText(text).includes(folded))) matchingIds.add(otherId);
    if (index % textsPerTurn === textsPerTurn - 1) await setImmediate();
  }
  return [...matchingIds];
}
