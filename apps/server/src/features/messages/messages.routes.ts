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
import { findListedConversation, listConversations } from './conversations.queries.ts';
import { maySeePhoto, photoAddress } from './message-photos.ts';
import { messageError } from './messages.policy.ts';
import { findConversation, listAfter, listBefore, receiptsOf, toMessageView } from './messages.queries.ts';
import type { Messages } from './messages.service.ts';
import { countUnread } from './unread.ts';

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

  route(app, contract.listConversations, conversationList, async ({ viewer, query, after, sendPage }) => {
    if (query.q) await consume(limits.searching, viewer.id);
    const rows = await listConversations(db, viewer.id, {
      state: query.kind === 'requests' ? 'request' : 'accepted',
      search: query.q === '' ? undefined : query.q,
      after,
      rowCount: query.limit + 1,
    });
    const page = toPage(
      rows,
      query.limit,
      ({ key }) => key,
      ({ key: _key, ...conversation }) => conversation,
    );
    return sendPage(200, page);
  });

  route(app, contract.getConversation, member, async ({ viewer, params, send: answer }) => {
    const conversation = await findListedConversation(db, viewer.id, params.userId);
    if (conversation) return answer(200, { otherUser: conversation.otherUser, conversation });
    const otherUser = await findVisibleMember(db, viewer, params.userId);
    if (!otherUser || otherUser.id === viewer.id) throw messageError('messages.member_not_found');
    return answer(200, { otherUser, conversation: null });
  });

  /** Returns the position where the first page starts, or undefined without a conversation. */
  const findStart = async (memberId: string, { userId, after }: { userId: string; after?: string | undefined }) => {
    if (after === undefined) return afterEveryPosition;
    const conversation = await findConversation(db, memberId, userId, after);
    if (conversation?.messagePosition === null) throw messageError('messages.not_found');
    return conversation?.messagePosition;
  };

  route(app, contract.listMessages, messageList, async ({ viewer, query, after, sendPage }) => {
    const position = after ?? (await findStart(viewer.id, query));
    if (position === undefined) return sendPage(200, { items: [], next: undefined });
    const list = query.after === undefined ? listBefore : listAfter;
    const rows = await list(db, { memberId: viewer.id, otherId: query.userId, position, rowCount: query.limit + 1 });
    return sendPage(
      200,
      toPage(
        rows,
        query.limit,
        (row) => row.position,
        (row) => toMessageView(viewer.id, row, receiptsOf(row)),
      ),
    );
  });

  route(app, contract.sendMessage, messaging, async ({ viewer, body, once, send: answer }) =>
    answer(201, await messages.send(viewer, body, once)),
  );

  route(app, contract.removeMessage, member, async ({ viewer, params, send: answer }) => {
    await messages.remove(viewer, params.id);
    return answer(204);
  });

  route(app, contract.markRead, member, async ({ viewer, body, send: answer }) => {
    await messages.markRead(viewer, body);
    return answer(204);
  });

  route(app, contract.getUnreadCount, member, async ({ viewer, send: answer }) =>
    answer(200, await countUnread(db, viewer.id)),
  );

  route(app, contract.answerRequest, member, async ({ viewer, params, body, send: answer }) => {
    await messages.answerRequest(viewer, params.userId, body.accept);
    return answer(204);
  });

  route(app, contract.uploadMessagePhoto, uploading, async ({ viewer, request, once, send: answer }) => {
    const form = { files: { file: 'message-photo' }, required: 'file', ownerId: viewer.id, once } as const;
    return answer(201, await media.upload(request, form, toPhotoView));
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
