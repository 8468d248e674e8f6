import { moderationCalls } from '@commons/contract/moderation/calls';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { readStored, store } from '../../lib/storage.ts';
import { showToast } from '../../lib/toast-store.ts';
import { messageTitle } from './moderation.texts.ts';

export const decisionsKey = ['decisions'] as const;

/**
 * Storage key for the number of decisions already announced on this device. Notifications show them until they are
 * read.
 */
const announcedCountKey = (memberId: string): string => `told:${memberId}:decisions`;

/** Shows a toast about unread decisions about the member, once for each decision. */
export const announceNewDecisions = async (
  queryClient: QueryClient,
  memberId: string,
  { isJustMade = false }: { isJustMade?: boolean } = {},
): Promise<void> => {
  const { count } = await call(moderationCalls.countNewDecisions, undefined);
  const announcedCount = Number(readStored(announcedCountKey(memberId)) ?? 0);
  if (count > (isJustMade ? 0 : announcedCount))
    showToast({
      title: messageTitle,
      description: 'Read it in Settings, under “From the moderators”.',
      variant: 'news',
    });
  if (isJustMade || count !== announcedCount) await queryClient.invalidateQueries({ queryKey: decisionsKey });
  store(announcedCountKey(memberId), String(count));
};

/** Marks all decisions as seen. */
export const markDecisionsSeen = async (memberId: string): Promise<void> => {
  await call(moderationCalls.seeDecisions, undefined);
  store(announcedCountKey(memberId), '0');
};
