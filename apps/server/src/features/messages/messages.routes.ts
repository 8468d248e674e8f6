import * as contract from '@commons/contract/messages/schemas';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { FeatureContext } from '../../community/feature.ts';
import { findVisibleMember } from '../../community/members/index.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { platformError } from '../../platform/errors.ts';
import { cursorOf, instantKey, positionCursor, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import type { StoredFile } from '../../platform/media/media.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import {
  conversationKeyOf,
  findListedConversation,
  listConversations,
  toConversation,
} from './conversations.queries.ts';
import { maySeePhoto, photoAddress } from './message-photos.ts';
import { messageError } from './messages.policy.ts';
import { findConversation, listAfter, listBefore, receiptsOf, toMessageView } from './messages.queries.ts';
import type { Messages } from './messages.service.ts';
import { unreadBadge } from './unread.ts';

const conversationCursor = cursorOf(z.object({ shownAt: instantKey, otherId: z.uuid() }));

/** Sorts after every position, so it starts the newest page. */
const afterEveryPosition = 2_147_483_647;

/** Routes for conversations, messages, message requests and photos. */
export function messageRoutes(
  app: FastifyInstance,
  { db, consume, media, messages }: FeatureContext & { messages: Messages },
): void {
  const member = { access: 'member' } as const;
  const conversationList = { access: 'member', cursor: conversationCursor } as const;
  const messageList = { access: 'member', cursor: positionCursor } as const;
  const messaging = { access: 'member', limits: [limits.messaging] } as const;
  const uploading = { access: 'member', limits: [limits.uploading] } as const;

  route(app, contract.listConversations, conversationList, async ({ viewer, query, after }) => {
    if (query.q) await consume(limits.searching, viewer.id);
    const rows = await listConversations(db, viewer.id, {
      state: query.kind === 'requests' ? 'request' : 'accepted',
      search: query.q === '' ? undefined : query.q,
      after,
      rowCount: query.limit + 1,
    });
    return toPage(rows, query.limit, (row) => toConversation(viewer.id, row), conversationKeyOf);
  });

  route(app, contract.getConversation, member, async ({ viewer, params }) => {
    const conversation = await findListedConversation(db, viewer.id, params.userId);
    if (conversation) return { otherUser: conversation.otherUser, conversation };
    const otherUser = await findVisibleMember(db, viewer, params.userId);
    if (!otherUser || otherUser.id === viewer.id) throw messageError('messages.member_not_found');
    return { otherUser, conversation: null };
  });

  /** Returns the position where the first page starts, or undefined without a conversation. */
  const findStart = async (memberId: string, { userId, after }: { userId: string; after?: string | undefined }) => {
    if (after === undefined) return afterEveryPosition;
    const conversation = await findConversation(db, memberId, userId, after);
    if (conversation?.messagePosition === null) throw messageError('messages.not_found');
    return conversation?.messagePosition;
  };

  route(app, contract.listMessages, messageList, async ({ viewer, query, after }) => {
    const position = after ?? (await findStart(viewer.id, query));
    if (position === undefined) return { items: [], next: undefined };
    const list = query.after === undefined ? listBefore : listAfter;
    const rows = await list(db, { memberId: viewer.id, otherId: query.userId, position, rowCount: query.limit + 1 });
    return toPage(
      rows,
      query.limit,
      (row) => toMessageView(viewer.id, row, receiptsOf(row)),
      (row) => row.position,
    );
  });

  route(app, contract.sendMessage, messaging, ({ viewer, body, once }) => messages.send(viewer, body, once));

  route(app, contract.removeMessage, member, ({ viewer, params }) => messages.remove(viewer, params.id));

  route(app, contract.markRead, member, ({ viewer, body }) => messages.markRead(viewer, body));

  route(app, contract.getUnreadCount, member, ({ viewer }) => unreadBadge.get(db, viewer.id));

  route(app, contract.answerRequest, member, ({ viewer, params, body }) =>
    messages.answerRequest(viewer, params.userId, body.accept),
  );

  route(app, contract.uploadMessagePhoto, uploading, async ({ viewer, request, once }) => {
    const form = { files: { file: 'message-photo' }, required: 'file', ownerId: viewer.id, once } as const;
    return media.upload(request, form, toPhotoView);
  });

  app.get<{ Params: { id: string; size: string } }>(
    '/api/messages/photos/:id/:size',
    { config: { access: 'member' }, schema: { hide: true } },
    async ({ params, viewer }, reply) => {
      const isValidPath = /^[0-9a-f-]{36}$/.test(params.id) && ['card', 'full'].includes(params.size);
      if (!isValidPath || !viewer || !(await maySeePhoto(db, viewer, params.id)))
        throw platformError('request.not_found');
      return media.sendPrivate(reply, params.id, params.size);
    },
  );
}

const toPhotoView = async (_work: UnitOfWork, { file }: { file: StoredFile }) => {
  const { id, width, height, wasAnimated } = file;
  return { id, url: photoAddress(id, 'full'), width, height, wasAnimated };
};
