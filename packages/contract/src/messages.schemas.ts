import { z } from 'zod';
import { id, idParams, lines, optionalField, pageQuery, singleLine, timestamp } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { imageView, uploadedImageView } from './media.schemas.ts';
import { mediaErrors } from './media.ts';
import { memberSummary } from './members.schemas.ts';
import { messageLimits, messageErrors, messagePaths } from './messages.ts';

/** How far one's own message has come; null on messages of the other. */
export const deliveryState = z.enum(['sent', 'delivered', 'read']);

export const messageView = z
  .object({
    id,
    senderId: id,
    receiverId: id,
    /** Counts from 1 in each conversation, without gaps: the order, and how a client notices that it missed one. */
    position: z.int(),
    content: z.string(),
    photo: imageView.nullable(),
    createdAt: timestamp,
    /** Taken back by its sender: content and photo are gone. */
    isRemoved: z.boolean(),
    clientId: z.uuid().nullable(),
    state: deliveryState.nullable(),
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof messageView>;

export const conversationView = messageView
  .extend({
    otherUser: memberSummary,
    unreadCount: z.int(),
    /** Waits for the viewer to accept or decline: begun by somebody they are not connected with. */
    isRequest: z.boolean(),
    /** Null when either does not show presence, or while the conversation is a request. */
    isOnline: z.boolean().nullable(),
    /** The other one left the community: nothing more can be written to them. */
    hasLeft: z.boolean(),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof conversationView>;

/** A member to write with; the entry is null before the first message, and when the viewer declined it. */
export const conversationWithView = z
  .object({ otherUser: memberSummary, conversation: conversationView.nullable() })
  .meta({ id: 'ConversationWith' });
export type ConversationWith = z.infer<typeof conversationWithView>;

/** Empty only beside a photo; the service says so. */
const written = lines(messageLimits.characters);

export const sendMessageInput = z.strictObject({
  receiverId: id,
  content: written,
  photoId: optionalField(id),
  /**
   * Names one message of its sender to one receiver: sent again, it is stored once and answered with the message as it
   * is by then. With another receiver or other content it is refused (`messages.client_id_reused`).
   */
  clientId: optionalField(z.uuid()),
});
export type SendMessageInput = z.input<typeof sendMessageInput>;

export const listConversations = endpoint({
  ...messagePaths.listConversations,
  summary: 'The member’s conversations, the latest message first',
  query: pageQuery.extend({
    kind: z.enum(['accepted', 'requests']).default('accepted'),
    /** Names of the other member, and words of any message. */
    q: singleLine(100).optional(),
  }),
  replies: { 200: z.array(conversationView) },
  paged: true,
});

export const getConversation = endpoint({
  ...messagePaths.getConversation,
  summary: 'The conversation with one member, as in the list',
  params: z.strictObject({ userId: id }),
  replies: { 200: conversationWithView },
  errors: messageErrors,
});

export const listMessages = endpoint({
  ...messagePaths.listMessages,
  summary: 'Messages with another member, the newest first; with `after`, those after a message, the oldest first',
  query: pageQuery.extend({ userId: id, after: id.optional() }),
  replies: { 200: z.array(messageView) },
  errors: messageErrors,
  paged: true,
});

export const sendMessage = endpoint({
  ...messagePaths.sendMessage,
  summary: 'Send a message; the same `clientId` is stored once, and refused for another message',
  body: sendMessageInput,
  replies: { 201: messageView },
  errors: messageErrors,
});

export const removeMessage = endpoint({
  ...messagePaths.removeMessage,
  summary: 'Take one’s own message back, for both, within 15 minutes',
  params: idParams,
  replies: { 204: null },
  errors: messageErrors,
});

/** With a position, what came after it stays unread; positions beyond the latest message read as that. */
const readInput = z.strictObject({ userId: id, position: optionalField(z.int32().min(0)) });

export const markRead = endpoint({
  ...messagePaths.markRead,
  summary: 'Everything from this member is read, or what was on the screen: up to `position`',
  body: readInput,
  replies: { 204: null },
});

/** Of two counts, in whatever order they come, the one with the higher revision was made later. */
const unreadCount = z.object({ count: z.int(), revision: z.int() }).meta({ id: 'UnreadCount' });
export type UnreadCount = z.infer<typeof unreadCount>;

export const getUnreadCount = endpoint({
  ...messagePaths.getUnreadCount,
  summary: 'Number of conversations with unread messages',
  replies: { 200: unreadCount },
});

export const answerRequest = endpoint({
  ...messagePaths.answerRequest,
  summary: 'Accept a message request, or decline it: declined, it is hidden',
  params: z.strictObject({ userId: id }),
  body: z.strictObject({ accept: z.boolean() }),
  replies: { 204: null },
  errors: messageErrors,
});

/** Multipart, one part `file`. Seen only by its sender until a message carries it, then by the two of them. */
export const uploadMessagePhoto = endpoint({
  ...messagePaths.uploadMessagePhoto,
  summary: 'Upload a photo for a message',
  replies: { 201: uploadedImageView.extend({ id }) },
  errors: mediaErrors,
});

export const messageEvents = {
  message: z.object({ type: z.literal('message'), message: messageView }),
  ack: z.object({ type: z.literal('ack'), clientId: z.uuid(), message: messageView }),
  'message.removed': z.object({ type: z.literal('message.removed'), messageId: id, userId: id, position: z.int() }),
  /** The other member's devices have everything up to `position`. */
  delivered: z.object({ type: z.literal('delivered'), userId: id, position: z.int() }),
  /** `userId` read everything up to `position`. */
  read: z.object({ type: z.literal('read'), userId: id, position: z.int(), at: timestamp }),
  typing: z.object({ type: z.literal('typing'), userId: id }),
  presence: z.object({ type: z.literal('presence'), userId: id, isOnline: z.boolean() }),
  /** For one's own tabs: a request of `userId` was answered in one of them. */
  /** A message request can be answered again, or no longer. */
  'request.changed': z.object({ type: z.literal('request.changed'), userId: id }),
  'request.answered': z.object({ type: z.literal('request.answered'), userId: id, isAccepted: z.boolean() }),
  /** For one's own tabs: the badge. */
  unread: unreadCount.extend({ type: z.literal('unread') }),
};

/** What a client may say over `/ws`. A `senderId` other than the session's own is refused. */
export const messageClientFrames = {
  message: sendMessageInput.extend({ type: z.literal('message'), senderId: id.optional() }),
  typing: z.strictObject({ type: z.literal('typing'), receiverId: id }),
  read: readInput.extend({ type: z.literal('read') }),
};
