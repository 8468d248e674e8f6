import {
  conversationMembers,
  conversations,
  messages,
} from '../../../apps/server/src/features/messages/messages.tables.ts';
import { newIdAt } from '../../../apps/server/src/platform/database/columns.ts';
import { type FillContext, insertAll } from './fill-context.ts';
import { SeededRandom } from './seeded-random.ts';

const minute = 60 * 1000;

/** Adds conversations with numbered messages and each member's read position. */
export async function fillConversations({ tx, demo, now, idOf }: FillContext): Promise<void> {
  for (const { one, other, unread, hoursAgo, messages: written } of demo.conversations) {
    const random = new SeededRandom(`conversation ${one} ${other}`);
    let at = now.getTime() - hoursAgo * 60 * minute;
    const datesNewestFirst = written.map(() => {
      const date = new Date(at);
      // Most replies follow within minutes, some on the next day.
      at -= (random.next() < 0.2 ? random.between(300, 1_400) : random.between(1, 22)) * minute;
      return date;
    });
    const dates = datesNewestFirst.toReversed();
    const [first = now, last = now] = [dates[0], dates.at(-1)];
    const id = newIdAt(first);
    const [lowId = '', highId = ''] = [idOf(one), idOf(other)].toSorted();
    await tx.insert(conversations).values({ id, lowId, highId, lastPosition: written.length });
    await insertAll(
      tx,
      messages,
      written.map(({ by, content }, index) => ({
        conversationId: id,
        position: index + 1,
        id: newIdAt(dates[index] ?? now),
        senderId: idOf(by),
        receiverId: idOf(by === one ? other : one),
        content,
        createdAt: dates[index] ?? now,
      })),
    );
    const memberRow = (member: string, other: string, unreadCount: number) => ({
      memberId: idOf(member),
      otherId: idOf(other),
      conversationId: id,
      state: 'accepted' as const,
      shownPosition: written.length,
      shownAt: last,
      deliveredPosition: written.length - unreadCount,
      readPosition: written.length - unreadCount,
      readAt: unreadCount < written.length ? (dates[written.length - unreadCount - 1] ?? last) : null,
      unreadCount,
      begunAt: written[0]?.by === member ? first : null,
    });
    await tx.insert(conversationMembers).values([memberRow(one, other, unread), memberRow(other, one, 0)]);
  }
}
