import { moderationCalls } from '@commons/contract/moderation';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { readStored, store } from '../../lib/draft-storage.ts';
import { showToast } from '../../ui/toast-store.ts';

export const decisionsKey = ['decisions'] as const;

/** Of how many the member was told on this device; the notifications name them until they are read. */
const toldKey = (memberId: string): string => `told:${memberId}:decisions`;

/** Says quietly that there is something to read about the member themselves: once for each, not with each page. */
export const tellNewDecisions = async (
  queryClient: QueryClient,
  memberId: string,
  { isJustMade = false }: { isJustMade?: boolean } = {},
): Promise<void> => {
  const { count } = await call(moderationCalls.countNewDecisions, undefined);
  const told = Number(readStored(toldKey(memberId)) ?? 0);
  if (count > (isJustMade ? 0 : told))
    showToast({
      title: 'A message from the moderators',
      description: 'Read it in Settings, under “From the moderators”.',
      variant: 'news',
    });
  if (isJustMade || count !== told) await queryClient.invalidateQueries({ queryKey: decisionsKey });
  store(toldKey(memberId), String(count));
};

/** The member reads them now. */
export const noteDecisionsSeen = async (memberId: string): Promise<void> => {
  await call(moderationCalls.seeDecisions, undefined);
  store(toldKey(memberId), '0');
};
