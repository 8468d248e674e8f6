import { defineErrors } from './problem.ts';

export const messageLimits = {
  characters: 5_000,
  /** Time in which a sender can remove a message for both members. */
  removableMinutes: 15,
  /** Younger accounts can start at most `newAccountConversationsPerDay` conversations a day. */
  newAccountHours: 24,
  newAccountConversationsPerDay: 10,
} as const;

export const messageErrors = defineErrors({
  'messages.member_not_found': { status: 404, title: 'Member not found', detail: 'This member is not available.' },
  'messages.not_found': { status: 404, title: 'Message not found', detail: 'This message is no longer available.' },
  'messages.not_oneself': {
    status: 400,
    path: 'receiverId',
    title: 'That is you',
    detail: 'You cannot send messages to yourself.',
  },
  'messages.nothing_to_send': {
    status: 400,
    path: 'content',
    title: 'Nothing to send',
    detail: 'Please write something, or add a photo.',
  },
  'messages.client_id_reused': {
    status: 409,
    title: 'Message id already used',
    detail: 'This clientId was already used for a different message. Please send this message with a new clientId.',
  },
  'messages.photo_not_found': {
    status: 400,
    path: 'photoId',
    title: 'Photo not found',
    detail: 'The photo of this message is no longer available. Please add it again.',
  },
  'messages.you_blocked_them': {
    status: 403,
    title: 'You blocked this member',
    detail: 'You blocked this member. To write to them, unblock them first.',
  },
  'messages.connections_only': {
    status: 403,
    title: 'Connections only',
    detail: 'This member accepts messages only from their connections. You can send a connection request first.',
  },
  'messages.flagged': {
    status: 403,
    title: 'Only to connections for now',
    detail: 'For now you can only write to members you are connected with.',
  },
  'messages.too_many_new_conversations': {
    status: 429,
    title: 'Too many new conversations today',
    detail: 'On your first day you can start ten new conversations. You can start more tomorrow.',
  },
  'messages.sender_forged': {
    status: 403,
    title: 'Wrong sender',
    detail: 'You can only send messages in your own name.',
  },
  'messages.too_late_to_remove': {
    status: 403,
    title: 'Too late to remove',
    detail: 'You can remove a message within 15 minutes after you sent it.',
  },
  'messages.not_yours': { status: 403, title: 'Not your message', detail: 'Only its sender can remove a message.' },
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
