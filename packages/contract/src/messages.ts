import type { CallsOf } from './endpoint.ts';
import type * as schemas from './messages.schemas.ts';
import { defineErrors } from './problem.ts';

export type * from './messages.schemas.ts';

export const messageLimits = {
  characters: 5_000,
  /** How long a sender may take a message back for both. */
  removableMinutes: 15,
  /** An account younger than this may begin only so many conversations a day. */
  newAccountHours: 24,
  newAccountConversationsPerDay: 10,
} as const;

export const messageErrors = defineErrors({
  'messages.member_not_found': { status: 404, title: 'Member not found', detail: 'This member is not here.' },
  'messages.not_found': { status: 404, title: 'Message not found', detail: 'This message is not here any more.' },
  'messages.not_oneself': {
    status: 400,
    path: 'receiverId',
    title: 'That is you',
    detail: 'Messages go to other members.',
  },
  'messages.nothing_to_send': {
    status: 400,
    path: 'content',
    title: 'Nothing to send',
    detail: 'Write something, or add a photo.',
  },
  'messages.client_id_reused': {
    status: 409,
    title: 'Another message has this id',
    detail: 'The clientId of this message names another one that was sent before. Send this one with an id of its own.',
  },
  'messages.photo_not_found': {
    status: 400,
    path: 'photoId',
    title: 'Photo not found',
    detail: 'The photo of this message is not there any more. Please add it again.',
  },
  'messages.you_blocked_them': {
    status: 403,
    title: 'You blocked this member',
    detail: 'You blocked this member. Take the block back if you want to write to them.',
  },
  'messages.connections_only': {
    status: 403,
    title: 'Only from connections',
    detail: 'This member takes messages from their connections only. You could ask them to connect first.',
  },
  'messages.flagged': {
    status: 403,
    title: 'Only to connections for now',
    detail: 'For now you can write to members you are connected with.',
  },
  'messages.too_many_new_conversations': {
    status: 429,
    title: 'Enough new conversations for today',
    detail: 'On your first day you can begin ten new conversations. More will be possible tomorrow.',
  },
  'messages.sender_forged': {
    status: 403,
    title: 'Not you',
    detail: 'A message can only be sent in your own name.',
  },
  'messages.too_late_to_remove': {
    status: 403,
    title: 'Too late to take back',
    detail: 'A message can be taken back within 15 minutes of sending it.',
  },
  'messages.not_yours': { status: 403, title: 'Not your message', detail: 'Only its sender can take a message back.' },
  'messages.no_request': {
    status: 404,
    title: 'No such request',
    detail: 'There is no message request from this member.',
  },
});

export const messagePaths = {
  listConversations: { method: 'GET', path: '/api/messages/conversations' },
  getConversation: { method: 'GET', path: '/api/messages/conversations/{userId}' },
  listMessages: { method: 'GET', path: '/api/messages' },
  sendMessage: { method: 'POST', path: '/api/messages', creates: true },
  removeMessage: { method: 'DELETE', path: '/api/messages/{id}' },
  markRead: { method: 'POST', path: '/api/messages/read' },
  getUnreadCount: { method: 'GET', path: '/api/messages/unread-count' },
  answerRequest: { method: 'POST', path: '/api/messages/requests/{userId}' },
  uploadMessagePhoto: { method: 'POST', path: '/api/uploads/message-photos', creates: true },
} as const;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const messageCalls: CallsOf<typeof messagePaths, typeof schemas> = messagePaths;
