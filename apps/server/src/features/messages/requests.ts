import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { blocks } from '../../community/members/blocks.tables.ts';
import { isActive } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { messages } from './messages.tables.ts';

const requestSenders = alias(users, 'request_senders');

/**
 * Whether one side of a conversation is a request that its member can answer: the sender is present and not suspended,
 * no block exists between the two, and at least one message was not removed. `side` names a row of
 * `conversation_members`. Scalar subqueries keep the lookups by key: for `EXISTS` PostgreSQL hashes whole tables.
 */
export const isOpenRequest = (side: SQL): SQL => sql`(${side}.state = 'request'
  AND (SELECT true FROM ${users} AS ${sql.identifier('request_senders')} WHERE ${requestSenders.id} = ${side}.other_id AND ${isActive(requestSenders)}) IS NOT NULL
  AND (SELECT true FROM ${blocks} AS hiding WHERE hiding.member_id = ${side}.member_id AND hiding.other_id = ${side}.other_id) IS NULL
  AND (SELECT true FROM ${messages} AS asked WHERE asked.conversation_id = ${side}.conversation_id
    AND asked.sender_id = ${side}.other_id AND NOT asked.is_withheld AND asked.removed_at IS NULL LIMIT 1) IS NOT NULL)`;

/** Whether one side of a conversation is accepted or is a request that can be answered. */
export const isOpenConversation = (side: SQL): SQL => sql`(${side}.state = 'accepted' OR ${isOpenRequest(side)})`;
