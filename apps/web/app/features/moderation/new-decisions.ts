import { moderationCalls } from '@commons/contract/moderation';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { showToast } from '../../ui/toast-store.ts';

export const decisionsKey = ['decisions'] as const;

let told = 0;

/** Says quietly, once for each, that there is something to read about the member themselves. */
export const tellNewDecisions = async (queryClient: QueryClient): Promise<void> => {
  const { count } = await call(moderationCalls.countNewDecisions, undefined);
  if (count > told)
    showToast({
      title: 'A word from the moderators',
      description: 'It waits for you in the settings, under “From the moderators”.',
    });
  if (count !== told) await queryClient.invalidateQueries({ queryKey: decisionsKey });
  told = count;
};

/** The member reads them now. */
export const noteDecisionsSeen = async (): Promise<void> => {
  await call(moderationCalls.seeDecisions, undefined);
  told = 0;
};
