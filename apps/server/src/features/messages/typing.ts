import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database.ts';
import { preparedOnce } from '../../platform/database/statements.ts';
import { blocks } from '../members/blocks.tables.ts';
import { conversationMembers } from './messages.tables.ts';

const theirs = alias(conversationMembers, 'theirs');

const openConversation = preparedOnce((db) =>
  db
    .select({ otherId: conversationMembers.otherId })
    .from(conversationMembers)
    .innerJoin(
      theirs,
      and(
        eq(theirs.memberId, conversationMembers.otherId),
        eq(theirs.otherId, conversationMembers.memberId),
        eq(theirs.state, 'accepted'),
      ),
    )
    .leftJoin(
      blocks,
      and(eq(blocks.memberId, conversationMembers.memberId), eq(blocks.otherId, conversationMembers.otherId)),
    )
    .where(
      and(
        eq(conversationMembers.memberId, sql.placeholder('memberId')),
        eq(conversationMembers.otherId, sql.placeholder('otherId')),
        eq(conversationMembers.state, 'accepted'),
        isNull(blocks.memberId),
      ),
    )
    .prepare('open_conversation'),
);

/** Whether one member may notice that the other is writing: both accepted the conversation, neither blocked. */
export async function mayTell(db: Database, memberId: string, otherId: string): Promise<boolean> {
  const rows = await openConversation(db).execute({ memberId, otherId });
  return rows.length > 0;
}
