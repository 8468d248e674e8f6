import type { Feature } from '../../community/feature.ts';
import { availabilityChanged, memberBlocked } from '../../community/members/index.ts';
import { memberLeaving } from '../../community/personal-data.ts';
import { subscriber } from '../../platform/database/domain-events.ts';
import { presenceChanged } from '../presence/index.ts';
import { settingsChanged } from '../profiles/index.ts';
import { memberReported } from '../reports/index.ts';
import { openLiveMessages } from './live-messages.ts';
import { messageFrames } from './messages.frames.ts';
import { messageModeration } from './messages.moderation.ts';
import { findReportedMessages } from './messages.queries.ts';
import { messageRoutes } from './messages.routes.ts';
import { answerRequest, createMessages } from './messages.service.ts';
import { personalData } from './messages.tables.ts';
import { changePresence, endPresence, hidePresence, notifyOfPresence } from './presence-notices.ts';
import { messageChecks, removeAllMessages } from './receipts.ts';
import { isOpenConversation } from './requests.ts';
import { notifyRequestReceivers, publishRequestChange, resetUnread, unreadBadge } from './unread.ts';

export { unreadMessageStored } from './send-message.ts';
export { isOpenConversation };

export const messages: Feature = {
  name: 'messages',
  async registerRoutes(server, context) {
    const live = openLiveMessages(context);
    const service = createMessages({ ...context, live });
    messageRoutes(server, { ...context, messages: service });
    messageFrames({ ...context, messages: service });
    const stopBadgeUpdates = unreadBadge.start(context);
    server.addHook('onClose', async () => {
      live.close();
      stopBadgeUpdates();
    });
  },
  subscribers: [
    subscriber(memberBlocked, (work, { blockerId, blockedId }) => resetUnread(work, blockerId, blockedId)),
    subscriber(memberBlocked, async (work, { blockerId, blockedId }) =>
      publishRequestChange(work, blockerId, [blockedId]),
    ),
    subscriber(memberBlocked, (work, { blockerId, blockedId }) => hidePresence(work, blockerId, blockedId)),
    subscriber(settingsChanged, async (work, { memberId, presence }) => {
      if (presence !== 'unchanged') await changePresence(work, memberId, presence === 'shown');
    }),
    subscriber(presenceChanged, (work, { memberId, isOnline }) => notifyOfPresence(work, memberId, isOnline)),
    subscriber(memberLeaving, (work, { memberId }) => endPresence(work, memberId)),
    subscriber(memberLeaving, (work, { memberId }) => notifyRequestReceivers(work, memberId)),
    subscriber(availabilityChanged, (work, { memberId }) => notifyRequestReceivers(work, memberId)),
    // Reporting a member also declines their message request.
    subscriber(memberReported, async (work, { reporterId, reportedId }) => {
      await answerRequest(work, reporterId, reportedId, false);
    }),
  ],
  reportable: { message: findReportedMessages },
  moderated: { message: messageModeration },
  checks: messageChecks,
  personalData,
  departures: [removeAllMessages],
};
