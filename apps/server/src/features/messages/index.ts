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
  lockOrder: 20,
  subscribers: [
    subscriber(memberBlocked, 'Marks their conversation as read for the blocker.', resetUnread),
    subscriber(
      memberBlocked,
      'Updates the message requests of the blocked member.',
      async (work, { blockerId, blockedId }) => publishRequestChange(work, blockerId, [blockedId]),
    ),
    subscriber(memberBlocked, 'Shows the blocker as offline to the blocked member.', hidePresence),
    subscriber(
      settingsChanged,
      'Shows or hides the member’s presence, if this setting changed.',
      async (work, { memberId, presence }) => {
        if (presence !== 'unchanged') await changePresence(work, memberId, presence === 'shown');
      },
    ),
    subscriber(presenceChanged, 'Shows the member as online or offline to their partners.', notifyOfPresence),
    subscriber(memberLeaving, 'Shows the member as offline to their partners.', endPresence),
    subscriber(memberLeaving, 'Updates the message requests that the member sent.', notifyRequestReceivers),
    subscriber(availabilityChanged, 'Updates the message requests that the member sent.', notifyRequestReceivers),
    subscriber(
      memberReported,
      'Declines the message request of the reported member.',
      async (work, { reporterId, reportedId }) => {
        await answerRequest(work, reporterId, reportedId, false);
      },
    ),
  ],
  reportable: { message: findReportedMessages },
  moderated: { message: messageModeration },
  checks: messageChecks,
  personalData,
  departures: [removeAllMessages],
};
