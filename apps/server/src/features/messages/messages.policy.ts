import { messageErrors, messageLimits } from '@commons/contract/messages';
import { errorsOf } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';

export const messageError = errorsOf(messageErrors);

/** What stands between a sender and a receiver before a message. */
export type Relationship = {
  areConnected: boolean;
  isBlockedBySender: boolean;
  isBlockedByReceiver: boolean;
  /** How the receiver took the conversation so far; undefined before its first message. What was withheld is a request. */
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
 * Why a message may not be sent; undefined when it may. Whether the receiver blocked the sender has no part in it, so that no
 * answer tells of a block: what may be sent is accepted and withheld, and what may not is refused in the same words. A
 * connection that a block ended is answered like one that was ended without. Its member sees anyway that it is over, and to
 * be let through all the same would tell them why.
 */
export function refusal(
  sender: Pick<Viewer, 'role' | 'isFlagged'>,
  relationship: Omit<Relationship, 'isBlockedByReceiver'>,
): Refusal | undefined {
  if (relationship.isBlockedBySender) return 'messages.you_blocked_them';
  if (sender.isFlagged && !relationship.areConnected) return 'messages.flagged';
  const isWelcome = relationship.areConnected || relationship.receiverState === 'accepted' || sender.role === 'admin';
  if (isWelcome) return undefined;
  if (relationship.receiverTakesMessagesFrom === 'connections') return 'messages.connections_only';
  const isBeginning = relationship.receiverState === undefined;
  const isNew = relationship.senderAgeHours < messageLimits.newAccountHours;
  if (isBeginning && isNew && relationship.newConversationsToday >= messageLimits.newAccountConversationsPerDay)
    return 'messages.too_many_new_conversations';
  return undefined;
}

/** Strangers ask first, and what the receiver answered stands; connections and admins need not ask. */
export const needNotAsk = (
  sender: Pick<Viewer, 'role'>,
  { areConnected }: Pick<Relationship, 'areConnected'>,
): boolean => areConnected || sender.role === 'admin';
