import { sql } from 'drizzle-orm';
import { blocks } from '../../community/members/blocks.tables.ts';
import { pairKey, pairLock } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { pipelined, type Transaction } from '../../platform/database/database.ts';
import { columnsOf, namedStatement } from '../../platform/database/named-statements.ts';
import { connections } from '../connections/connections.tables.ts';
import type { Relationship } from './messages.policy.ts';
import { conversationMembers, conversations, messages } from './messages.tables.ts';

const parameter = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`;
const senderId = parameter('senderId', 'uuid');
const receiverId = parameter('receiverId', 'uuid');

/** Locks the pair. Also serializes the new conversations of one sender, so that the count of the day is right. */
const lockForMessage = namedStatement(
  'lock_for_message',
  sql`SELECT ${pairLock},
      CASE WHEN NOT EXISTS (SELECT FROM ${conversationMembers} WHERE member_id = ${receiverId} AND other_id = ${senderId})
        THEN pg_advisory_xact_lock(hashtextextended('conversations begun by ' || ${senderId}, 0)) END`,
  { values: { pair: 'text', senderId: 'uuid', receiverId: 'uuid' } },
);

type BeforeMessage = Omit<Relationship, 'receiverState'> & {
  receiverState: Relationship['receiverState'] | null;
  existingMessageId: string | null;
  senderUnread: number;
};

const findBeforeMessage = namedStatement(
  'before_message',
  sql`SELECT
      (SELECT id FROM ${messages} WHERE sender_id = ${senderId} AND client_id = ${parameter('clientId', 'uuid')})
        AS "existingMessageId",
      receivers.messages_from AS "receiverTakesMessagesFrom",
      coalesce(connections.state = 'connected', false) AS "areConnected",
      coalesce(blocks.is_by_member, false) AS "isBlockedBySender",
      coalesce(blocks.is_by_other, false) AS "isBlockedByReceiver",
      coalesce(theirs.state, CASE WHEN mine.member_id IS NOT NULL THEN 'request' END) AS "receiverState",
      coalesce(mine.unread_count, 0) AS "senderUnread",
      extract(epoch FROM now() - senders.created_at)::float8 / 3600 AS "senderAgeHours",
      (SELECT count(*)::int FROM ${conversationMembers}
        WHERE member_id = ${senderId} AND begun_at > now() - interval '1 day') AS "newConversationsToday"
    FROM ${users} AS receivers
    JOIN ${users} AS senders ON senders.id = ${senderId}
    LEFT JOIN ${connections} ON connections.member_id = senders.id AND connections.other_id = receivers.id
    LEFT JOIN ${blocks} ON blocks.member_id = senders.id AND blocks.other_id = receivers.id
    LEFT JOIN ${conversationMembers} AS mine ON mine.member_id = senders.id AND mine.other_id = receivers.id
    LEFT JOIN ${conversationMembers} AS theirs ON theirs.member_id = receivers.id AND theirs.other_id = senders.id
    WHERE receivers.id = ${receiverId} AND receivers.left_at IS NULL`,
  {
    values: { senderId: 'uuid', receiverId: 'uuid', clientId: 'uuid | null' },
    columns: columnsOf<BeforeMessage>({
      existingMessageId: 'uuid',
      receiverTakesMessagesFrom: 'text',
      areConnected: 'boolean',
      isBlockedBySender: 'boolean',
      isBlockedByReceiver: 'boolean',
      receiverState: 'text',
      senderUnread: 'integer',
      senderAgeHours: 'double precision',
      newConversationsToday: 'integer',
    }),
  },
);

/**
 * Locks the pair until the end of the transaction. Returns their relationship, the sender's unread messages from the
 * receiver, and the id of the message that the sender has already stored with this `clientId`. Undefined when the
 * receiver does not exist. The two statements are sent in one round trip. The second one sees changes committed while
 * the first one waited.
 */
export async function lockRelationship(
  tx: Transaction,
  pair: { senderId: string; receiverId: string; clientId: string | null },
) {
  const [, [row]] = await pipelined(
    lockForMessage(tx, { ...pair, pair: pairKey(pair.senderId, pair.receiverId) }),
    findBeforeMessage(tx, pair),
  );
  if (!row) return undefined;
  const { existingMessageId, senderUnread, receiverState, ...relationship } = row;
  return {
    existingMessageId,
    senderUnread,
    relationship: { ...relationship, receiverState: receiverState ?? undefined } satisfies Relationship,
  };
}

/**
 * Stores a message of a locked pair: its position in the conversation, and both members' sides. The sender accepts the
 * conversation and has read it. A withheld message leaves the receiver's side as it is. Sides are written in the order
 * of their keys, like everywhere, so that writers cannot deadlock.
 */
export const storeMessage = namedStatement(
  'store_message',
  sql`WITH sent AS (
      SELECT ${parameter('id', 'uuid')} AS id, ${senderId} AS sender_id, ${receiverId} AS receiver_id,
        ${parameter('content', 'text')} AS content, ${parameter('photoId', 'uuid')} AS photo_id,
        ${parameter('clientId', 'uuid')} AS client_id, ${parameter('isWithheld', 'boolean')} AS is_withheld,
        ${parameter('isAccepted', 'boolean')} AS is_accepted, ${parameter('createdAt', 'timestamptz')} AS created_at
    ), conversation AS (
      INSERT INTO ${conversations} AS existing (id, low_id, high_id, last_position)
      SELECT ${parameter('newConversationId', 'uuid')}, least(sender_id, receiver_id), greatest(sender_id, receiver_id), 1
      FROM sent
      ON CONFLICT (low_id, high_id) DO UPDATE SET last_position = existing.last_position + 1
      RETURNING id AS conversation_id, last_position AS position
    ), stored AS (
      INSERT INTO ${messages}
        (conversation_id, position, id, sender_id, receiver_id, content, photo_id, client_id, is_withheld, created_at)
      SELECT conversation_id, position, id, sender_id, receiver_id, content, photo_id, client_id, is_withheld, created_at
      FROM sent, conversation
    ), sides AS (
      INSERT INTO ${conversationMembers} AS side
        (member_id, other_id, conversation_id, state, shown_position, shown_at, read_position, delivered_position, read_at,
         unread_count, begun_at)
      SELECT sender_id AS member_id, receiver_id, conversation_id, 'accepted', position, created_at, position, position,
        created_at, 0, CASE WHEN position = 1 THEN created_at END
      FROM sent, conversation
      UNION ALL
      SELECT receiver_id, sender_id, conversation_id, CASE WHEN is_accepted THEN 'accepted' ELSE 'request' END, position,
        created_at, 0, 0, NULL, 1, NULL
      FROM sent, conversation WHERE NOT is_withheld
      ORDER BY member_id
      ON CONFLICT (member_id, other_id) DO UPDATE SET
        state = CASE WHEN excluded.state = 'accepted' THEN 'accepted' ELSE side.state END,
        shown_position = excluded.shown_position,
        shown_at = excluded.shown_at,
        read_position = greatest(side.read_position, excluded.read_position),
        delivered_position = greatest(side.delivered_position, excluded.delivered_position),
        read_at = coalesce(excluded.read_at, side.read_at),
        unread_count = CASE WHEN excluded.unread_count = 0 THEN 0 ELSE side.unread_count + 1 END
      RETURNING member_id, unread_count
    )
    SELECT position, coalesce((SELECT unread_count FROM sides, sent WHERE member_id = receiver_id), 0) AS "receiverUnread"
    FROM conversation`,
  {
    values: {
      id: 'uuid',
      senderId: 'uuid',
      receiverId: 'uuid',
      content: 'text',
      photoId: 'uuid | null',
      clientId: 'uuid | null',
      isWithheld: 'boolean',
      isAccepted: 'boolean',
      createdAt: 'timestamp with time zone',
      newConversationId: 'uuid',
    },
    columns: { position: 'integer', receiverUnread: 'integer' },
  },
);
