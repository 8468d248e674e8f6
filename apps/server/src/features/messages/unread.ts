import type { UnreadCount } from '@commons/contract/messages';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, onlyRow } from '../../platform/database/database.ts';
import { preparedOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Bus } from '../../platform/realtime/bus.ts';
import type { Sockets } from '../../platform/realtime/sockets.ts';
import { conversationMembers, unreadRevisions } from './messages.tables.ts';

const nextRevision = preparedOnce((db) =>
  db
    .select({ revision: sql`nextval(${unreadRevisions.seqName}::regclass)`.mapWith(Number) })
    .from(sql`(VALUES (1)) AS one`)
    .prepare('next_unread_revision'),
);

const unreadConversations = preparedOnce((db) =>
  db
    .select({ memberId: conversationMembers.memberId, count: sql<number>`count(*)::int` })
    .from(conversationMembers)
    .where(
      sql`${conversationMembers.memberId} = ANY(${sql.placeholder('memberIds')}::uuid[]) AND ${conversationMembers.unreadCount} > 0 AND ${conversationMembers.state} <> 'declined'`,
    )
    .groupBy(conversationMembers.memberId)
    .prepare('unread_conversations'),
);

/**
 * In how many conversations of each member something waits to be read. The revision is drawn before the count, by a
 * statement of its own: every change that was committed before the draw is in the count, so that of two counts, in
 * whatever order they arrive, the one with the higher revision misses nothing that the other has.
 */
async function countAll(db: Database, memberIds: string[]): Promise<Map<string, UnreadCount>> {
  const { revision } = onlyRow(await nextRevision(db).execute());
  const rows = await unreadConversations(db).execute({ memberIds });
  const counts = new Map(rows.map(({ memberId, count }) => [memberId, count]));
  return new Map(memberIds.map((memberId) => [memberId, { count: counts.get(memberId) ?? 0, revision }]));
}

/** The number of conversations in which something waits to be read. */
export async function countUnread(db: Database, memberId: string): Promise<UnreadCount> {
  return onlyRow([...(await countAll(db, [memberId])).values()]);
}

const changedNote = 'messages.unread';

/** Has the badge in every tab of these members counted again, once the transaction has committed. */
export function tellUnread(work: UnitOfWork, memberIds: string[]): void {
  if (memberIds.length > 0) work.publish({ note: changedNote, ids: [], memberIds });
}

/** What waits from somebody whom the member blocked is not counted any more. */
export async function forgetUnread(work: UnitOfWork, blockerId: string, blockedId: string): Promise<void> {
  await work.tx
    .update(conversationMembers)
    .set({ unreadCount: 0 })
    .where(and(eq(conversationMembers.memberId, blockerId), eq(conversationMembers.otherId, blockedId)));
  tellUnread(work, [blockerId]);
}

/** A count that failed is made again after this time: nothing else would. */
const retryMilliseconds = 1_000;

/**
 * Counts for those who have a tab on this process, after the commit of what changed their count, and once for all that
 * changed while the count before was under way. Returns the function that stops it.
 */
export function openUnreadBadges(options: {
  db: Database;
  bus: Bus;
  sockets: Sockets;
  log: Pick<FastifyBaseLogger, 'warn'>;
}): () => void {
  const { db, bus, sockets, log } = options;
  const changed = new Set<string>();
  let isCounting = false;
  let retry: NodeJS.Timeout | undefined;

  const count = async () => {
    if (isCounting) return;
    isCounting = true;
    while (changed.size > 0) {
      const memberIds = [...changed];
      changed.clear();
      try {
        for (const [memberId, unread] of await countAll(db, memberIds))
          sockets.deliver(memberId, { type: 'unread', ...unread });
      } catch (error) {
        log.warn({ err: error }, 'unread messages were not counted');
        for (const memberId of memberIds) changed.add(memberId);
        retry = setTimeout(() => void count(), retryMilliseconds);
        break;
      }
    }
    isCounting = false;
  };

  bus.subscribe((envelope) => {
    if (!('note' in envelope) || envelope.note !== changedNote) return;
    for (const memberId of envelope.memberIds) if (sockets.has(memberId)) changed.add(memberId);
    void count();
  });
  return () => clearTimeout(retry);
}
