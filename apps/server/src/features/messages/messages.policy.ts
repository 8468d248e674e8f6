import { messageLimits } from '@commons/contract/messages';
import type { Viewer } from '../../platform/sessions/viewer.ts';

/** What stands between a sender and a receiver before a message. */
export type Standing = {
  areConnected: boolean;
  isBlockedBySender: boolean;
  isBlockedByReceiver: boolean;
  /** How the receiver took the conversation so far; undefined before its first message. */
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

/** Why a message may not be sent; undefined when it may. A sender is never told that they are blocked. */
export function refusal(sender: Pick<Viewer, 'role' | 'isFlagged'>, standing: Standing): Refusal | undefined {
  if (standing.isBlockedBySender) return 'messages.you_blocked_them';
  if (standing.isBlockedByReceiver) return undefined;
  if (sender.isFlagged && !standing.areConnected) return 'messages.flagged';
  const isWelcome = standing.areConnected || standing.receiverState === 'accepted' || sender.role === 'admin';
  if (isWelcome) return undefined;
  if (standing.receiverTakesMessagesFrom === 'connections') return 'messages.connections_only';
  const isBeginning = standing.receiverState === undefined;
  const isNew = standing.senderAgeHours < messageLimits.newAccountHours;
  if (isBeginning && isNew && standing.newConversationsToday >= messageLimits.newAccountConversationsPerDay)
    return 'messages.too_many_new_conversations';
  return undefined;
}

/** Strangers ask first, and what the receiver answered stands; connections and admins need not ask. */
export const needNotAsk = (sender: Pick<Viewer, 'role'>, { areConnected }: Pick<Standing, 'areConnected'>): boolean =>
  areConnected || sender.role === 'admin';
