import { sql } from 'drizzle-orm';
import { type Check, counted, unexpected } from '../../platform/checks/checks.ts';
import { conversationMembers, conversations, messages } from './messages.tables.ts';

export const messageChecks: Check[] = [
  counted({
    name: 'conversation: messages',
    table: conversations,
    keys: [conversations.id],
    figure: 'lastPosition',
    should: sql`SELECT coalesce(max(${messages.position}), 0) FROM ${messages} WHERE ${messages.conversationId} = ${conversations.id}`,
  }),
  // What is gone is gone: a place in between is never given again.
  unexpected(
    'conversation: a message is missing in between',
    sql`SELECT ${messages.conversationId} AS id, count(*) AS "is", max(${messages.position}) AS should FROM ${messages}
      GROUP BY 1 HAVING count(*) <> max(${messages.position})`,
  ),
  unexpected(
    'conversation: read or delivered further than it is long',
    sql`SELECT ${conversationMembers.conversationId} AS id, max(greatest(read_position, delivered_position)) AS "is",
        max(${conversations.lastPosition}) AS should
      FROM ${conversationMembers} JOIN ${conversations} ON ${conversations.id} = ${conversationMembers.conversationId}
      GROUP BY 1 HAVING max(greatest(read_position, delivered_position)) > max(${conversations.lastPosition})`,
  ),
];
