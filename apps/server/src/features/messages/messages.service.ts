import type { Message } from '@commons/contract/messages/schemas';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { violatedConstraint } from '../../platform/database/database.ts';
import type { Transact, UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import type { LiveMessages } from './live-messages.ts';
import { messageError } from './messages.policy.ts';
import { findConversation, toMessageView } from './messages.queries.ts';
import { conversationMembers } from './messages.tables.ts';
import { markRead, removeMessage, publishRemoval } from './receipts.ts';
import { isOpenRequest } from './requests.ts';
import { type NewMessage, sendMessage } from './send-message.ts';
import { unreadBadge } from './unread.ts';

type RunInTransaction = <Result>(run: (work: UnitOfWork) => Promise<Result>) => Promise<Result>;

/** Operations on messages, shared by the HTTP routes and the socket. */
export type Messages = ReturnType<typeof createMessages>;

/** Creates the operations on messages. */
export function createMessages({ transact, live }: { transact: Transact; live: LiveMessages }) {
  return {
    /** Sends a message. `once` runs the transaction idempotently for requests with an `Idempotency-Key`. */
    async send(viewer: Viewer, input: NewMessage, once: RunInTransaction = transact): Promise<Message> {
      try {
        return await once(async (work) => {
          const { message, isNew, unreadChangedFor } = await sendMessage(work, viewer, input);
          if (!isNew) {
            const conversation = await findConversation(work.tx, viewer.id, message.receiverId);
            return toMessageView(viewer.id, message, conversation?.receipts);
          }
          work.afterCommit(() => live.messageStored(message));
          unreadBadge.notify(work, unreadChangedFor);
          return toMessageView(viewer.id, message);
        });
      } catch (error) {
        // The same `clientId` was used for two receivers at the same time. The unique index accepts only one of them.
        if (violatedConstraint(error) === 'messages_one_per_client_id') throw messageError('messages.client_id_reused');
        throw error;
      }
    },

    markRead: (
      viewer: Viewer,
      { userId, position }: { userId: string; position?: number | undefined },
    ): Promise<void> =>
      transact(async (work) => {
        const readMark = await markRead(work.tx, viewer.id, userId, position);
        if (!readMark) return;
        if (readMark.sendsReceipt)
          work.publish({
            audience: { memberIds: [userId] },
            frame: { type: 'read', userId: viewer.id, position: readMark.position, at: readMark.at.toISOString() },
          });
        unreadBadge.notify(work, [viewer.id]);
      }),

    remove: (viewer: Viewer, messageId: string): Promise<void> =>
      transact(async (work) => {
        const removed = await removeMessage(work.tx, viewer.id, messageId);
        if (removed) publishRemoval(work, removed.message, removed);
      }),

    answerRequest: (viewer: Viewer, userId: string, accept: boolean): Promise<void> =>
      transact(async (work) => {
        const isAnswered = await answerRequest(
          work,
          viewer.id,
          userId,
          accept,
          isOpenRequest(sql`${conversationMembers}`),
        );
        if (!isAnswered) throw messageError('messages.no_request');
      }),
  };
}

/** Accepts or declines a message request and updates the receiver's tabs. Returns false without a pending request. */
export async function answerRequest(
  work: UnitOfWork,
  memberId: string,
  otherId: string,
  isAccepted: boolean,
  condition?: SQL,
): Promise<boolean> {
  const updatedRows = await work.tx
    .update(conversationMembers)
    .set(isAccepted ? { state: 'accepted' } : { state: 'declined', unreadCount: 0, readAt: sql`now()` })
    .where(
      and(
        eq(conversationMembers.memberId, memberId),
        eq(conversationMembers.otherId, otherId),
        eq(conversationMembers.state, 'request'),
        condition,
      ),
    )
    .returning({ memberId: conversationMembers.memberId });
  if (updatedRows.length === 0) return false;
  work.publish({
    audience: { memberIds: [memberId] },
    frame: { type: 'request.answered', userId: otherId, isAccepted },
  });
  unreadBadge.notify(work, [memberId]);
  return true;
}
