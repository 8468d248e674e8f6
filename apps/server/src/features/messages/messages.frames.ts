import { messageClientFrames } from '@commons/contract/messages/schemas';
import { and, eq, isNull } from 'drizzle-orm';
import type { FeatureContext } from '../../community/feature.ts';
import { blocks } from '../../community/members/blocks.tables.ts';
import type { Database } from '../../platform/database/database.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { messageError } from './messages.policy.ts';
import { isOtherSide, isWithOther, otherSide } from './messages.queries.ts';
import type { Messages } from './messages.service.ts';
import { conversationMembers } from './messages.tables.ts';

/** Handles the frames that members send over the socket: messages, read positions and typing indicators. */
export function messageFrames({ sockets, db, bus, consume, messages }: FeatureContext & { messages: Messages }): void {
  sockets.handle('message', {
    schema: messageClientFrames.message,
    // Not stricter than the shared limit across processes, so that members see the error of the shared limit.
    rate: { burst: limits.messaging.calls, perSecond: 5 },
    async handle({ type: _type, senderId, ...input }, { viewer, reply }) {
      if (senderId !== undefined && senderId !== viewer.id) throw messageError('messages.sender_forged');
      await consume(limits.messaging, viewer.id);
      const message = await messages.send(viewer, input);
      if (input.clientId !== undefined) reply({ type: 'ack', clientId: input.clientId, message });
    },
  });

  sockets.handle('read', {
    schema: messageClientFrames.read,
    rate: { burst: 30, perSecond: 5 },
    handle: async (frame, { viewer }) => messages.markRead(viewer, frame),
  });

  sockets.handle('typing', {
    schema: messageClientFrames.typing,
    // The page sends this frame every three seconds.
    rate: { burst: 10, perSecond: 1 },
    async handle({ receiverId }, { viewer }) {
      if (await maySeeTyping(db, viewer.id, receiverId))
        bus.publish({ audience: { memberIds: [receiverId] }, frame: { type: 'typing', userId: viewer.id } });
    },
  });
}

const openConversation = prepareOnce((db) =>
  db
    .select({ otherId: conversationMembers.otherId })
    .from(conversationMembers)
    .innerJoin(otherSide, and(isOtherSide, eq(otherSide.state, 'accepted')))
    .leftJoin(
      blocks,
      and(eq(blocks.memberId, conversationMembers.memberId), eq(blocks.otherId, conversationMembers.otherId)),
    )
    .where(and(isWithOther, eq(conversationMembers.state, 'accepted'), isNull(blocks.memberId)))
    .prepare('open_conversation'),
);

/**
 * Returns whether the other member may see the typing indicator: both accepted the conversation, and no block exists.
 */
async function maySeeTyping(db: Database, memberId: string, otherId: string): Promise<boolean> {
  const rows = await openConversation(db).execute({ memberId, otherId });
  return rows.length > 0;
}
