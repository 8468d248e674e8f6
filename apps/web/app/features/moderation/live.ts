import type { QueryClient } from '@tanstack/react-query';
import { ignoreFailure, type LiveFeature } from '../../lib/live.ts';
import { catchUpCases, refetchCase, refetchQueue } from './moderation.cache.ts';
import { announceNewDecisions } from './new-decisions.ts';

/** Keeps the moderation queue current and notifies members of decisions that affect them. */
export const live = (queryClient: QueryClient, viewerId: string): LiveFeature => ({
  frames: {
    'moderation.changed': ({ caseId }) => {
      void refetchQueue(queryClient).catch(ignoreFailure);
      void refetchCase(queryClient, caseId).catch(ignoreFailure);
    },
    'decision.made': () => void announceNewDecisions(queryClient, viewerId, { isJustMade: true }).catch(ignoreFailure),
  },
  onOpened: [() => announceNewDecisions(queryClient, viewerId), () => catchUpCases(queryClient)],
});
