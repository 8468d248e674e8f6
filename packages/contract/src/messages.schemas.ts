import { z } from 'zod';
import { id, idParams, textLines, optionalField, pageQuery, singleLine, timestamp } from './common.schemas.ts';
import { endpoint } from './endpoint.ts';
import { imageView, uploadedImageView } from './media.schemas.ts';
import { mediaErrors } from './media.ts';
import { memberSummary } from './members.schemas.ts';
import { messageLimits, messageErrors, messagePaths } from './messages.ts';

/** Delivery state of a message that the viewer sent. */
export const deliveryState = z.enum(['sent', 'delivered', 'read']);

export const messageView = z
  .object({
    id,
    senderId: id,
    receiverId: id,
    /** Position in the conversation, from 1, without gaps. A gap tells a client that it missed a message. */
    position: z.int(),
    content: z.string(),
    photo: imageView.nullable(),
    createdAt: timestamp,
    /** Removed by its sender: content and photo are gone. */
    isRemoved: z.boolean(),
    clientId: z.uuid().nullable(),
    /** Null for messages of the other member. */
    state: deliveryState.nullable(),
  })
  .meta({ id: 'Message' });
export type Message = z.infer<typeof messageView>;

export const conversationView = messageView
  .extend({
    otherUser: memberSummary,
    unreadCount: z.int(),
    /** A message request: the viewer has not accepted or declined it yet, and the members are not connected. */
    isRequest: z.boolean(),
    /** Null if one of the two hides presence, or while the conversation is a request. */
    isOnline: z.boolean().nullable(),
    /** The other member has left the community and cannot receive messages. */
    hasLeft: z.boolean(),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof conversationView>;

/** A member and the conversation with them. Null before the first message, and after the viewer declined it. */
export const conversationWithView = z
  .object({ otherUser: memberSummary, conversation: conversationView.nullable() })
  .meta({ id: 'ConversationWith' });
export type ConversationWith = z.infer<typeof conversationWithView>;

/** The service rejects an empty text without a photo. */
const messageContent = textLines(messageLimits.characters);

export const sendMessageInput = z.strictObject({
  receiverId: id,
  content: messageContent,
  photoId: optionalField(id),
  /**
   * Identifies a message of its sender. A retry with the same id stores nothing and returns the stored message. An id
   * with another receiver or content is rejected (`messages.client_id_reused`).
   */
  clientId: optionalField(z.uuid()),
});
export type SendMessageInput = z.input<typeof sendMessageInput>;

export const listConversations = endpoint({
  ...messagePaths.listConversations,
  summary: 'List the member’s conversations, latest message first',
  query: pageQuery.extend({
    kind: z.enum(['accepted', 'requests']).default('accepted'),
    /** Searches the other member's name and the text of all messages. */
    q: singleLine(100).optional(),
  }),
  replies: { 200: z.array(conversationView) },
  paged: true,
});

export const getConversation = endpoint({
  ...messagePaths.getConversation,
  summary: 'Get the conversation with a member',
  params: z.strictObject({ userId: id }),
  replies: { 200: conversationWithView },
  errors: messageErrors,
});

export const listMessages = endpoint({
  ...messagePaths.listMessages,
  summary: 'List messages with a member, newest first; with `after`, those after a message, oldest first',
  query: pageQuery.extend({ userId: id, after: id.optional() }),
  replies: { 200: z.array(messageView) },
  errors: messageErrors,
  paged: true,
});

export const sendMessage = endpoint({
  ...messagePaths.sendMessage,
  summary: 'Send a message; a retry with the same `clientId` stores nothing',
  body: sendMessageInput,
  replies: { 201: messageView },
  errors: messageErrors,
});

export const removeMessage = endpoint({
  ...messagePaths.removeMessage,
  summary: 'Remove one’s own message for both members, within 15 minutes',
  params: idParams,
  replies: { 204: null },
  errors: messageErrors,
});

/** With a position, later messages stay unread. A position after the latest message means the latest message. */
const readInput = z.strictObject({ userId: id, position: optionalField(z.int32().min(0)) });

export const markRead = endpoint({
  ...messagePaths.markRead,
  summary: 'Mark messages from a member as read: all, or up to `position`',
  body: readInput,
  replies: { 204: null },
});

/** Number of conversations with unread messages. A client keeps the count with the higher revision. */
const unreadCount = z.object({ count: z.int(), revision: z.int() }).meta({ id: 'UnreadCount' });
export type UnreadCount = z.infer<typeof unreadCount>;

export const getUnreadCount = endpoint({
  ...messagePaths.getUnreadCount,
  summary: 'Count conversations with unread messages',
  replies: { 200: unreadCount },
});

export const answerRequest = endpoint({
  ...messagePaths.answerRequest,
  summary: 'Accept a message request, or decline and hide it',
  params: z.strictObject({ userId: id }),
  body: z.strictObject({ accept: z.boolean() }),
  replies: { 204: null },
  errors: messageErrors,
});

/** Multipart, one part `file`. Visible to its uploader, and to the receiver once a message contains it. */
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
  /** The other member's devices received everything up to `position`. */
  delivered: z.object({ type: z.literal('delivered'), userId: id, position: z.int() }),
  /** `userId` read everything up to `position`. */
  read: z.object({ type: z.literal('read'), userId: id, position: z.int(), at: timestamp }),
  typing: z.object({ type: z.literal('typing'), userId: id }),
  presence: z.object({ type: z.literal('presence'), userId: id, isOnline: z.boolean() }),
  /** A message request from `userId` appeared or disappeared. */
  'request.changed': z.object({ type: z.literal('request.changed'), userId: id }),
  /** For the member's own tabs: they answered a request from `userId` in one of them. */
  'request.answered': z.object({ type: z.literal('request.answered'), userId: id, isAccepted: z.boolean() }),
  /** For the member's own tabs: the new unread count. */
  unread: unreadCount.extend({ type: z.literal('unread') }),
};

/** Frames that a client may send over `/ws`. A `senderId` other than the session's member is rejected. */
export const messageClientFrames = {
  message: sendMessageInput.extend({ type: z.literal('message'), senderId: id.optional() }),
  typing: z.strictObject({ type: z.literal('typing'), receiverId: id }),
  read: readInput.extend({ type: z.literal('read') }),
};
