import { messageErrors, messageLimits } from '@commons/contract/messages';
import { errorsOf } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';

export const messageError = errorsOf(messageErrors);

/** The relationship between sender and receiver before a message is sent. */
export type Relationship = {
  areConnected: boolean;
  isBlockedBySender: boolean;
  isBlockedByReceiver: boolean;
  /**
   * The receiver's state of the conversation. Undefined before its first message. Withheld messages leave it a request.
   */
  receiverState: 'accepted' | 'request' | 'declined' | undefined;
  receiverTakesMessagesFrom: 'members' | 'connections';
  senderAgeHours: number;
  newConversationsToday: number;
};

type Refusal =
  | 'messages.you_blocked_them'
  | 'messages.flagged'
  | 'messages.connections_only'
  | 'messages.too_many_new_conversations';

/**
 * Returns the reason why a message may not be sent, or undefined. The result does not depend on a block by the
 * receiver, so that it never reveals a block: messages to a blocker are accepted and withheld, or refused with the
 * usual reason. This also holds when a block has ended a connection. The sender sees that the connection is over, and
 * an exception would reveal the block.
 */
export function findRefusal(
  sender: Pick<Viewer, 'role' | 'isFlagged'>,
  relationship: Omit<Relationship, 'isBlockedByReceiver'>,
): Refusal | undefined {
  if (relationship.isBlockedBySender) return 'messages.you_blocked_them';
  if (sender.isFlagged && !relationship.areConnected) return 'messages.flagged';
  const mayWriteFreely =
    relationship.areConnected || relationship.receiverState === 'accepted' || sender.role === 'admin';
  if (mayWriteFreely) return undefined;
  if (relationship.receiverTakesMessagesFrom === 'connections') return 'messages.connections_only';
  const startsConversation = relationship.receiverState === undefined;
  const isNew = relationship.senderAgeHours < messageLimits.newAccountHours;
  if (startsConversation && isNew && relationship.newConversationsToday >= messageLimits.newAccountConversationsPerDay)
    return 'messages.too_many_new_conversations';
  return undefined;
}

/** Returns whether a message needs no request. Connections and admins may write directly. */
export const needsNoRequest = (
  sender: Pick<Viewer, 'role'>,
  { areConnected }: Pick<Relationship, 'areConnected'>,
): boolean => areConnected || sender.role === 'admin';
