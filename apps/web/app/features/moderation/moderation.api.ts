import { moderationCalls } from '@commons/contract/moderation/calls';
import type { ActionInput, HandOverInput, ModerationCaseDetails } from '@commons/contract/moderation/schemas';
import { mutationOptions, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { ApiError, explainFailure, isNotFoundError, showFailure } from '../../lib/api-error.ts';
import type { SentDraft } from '../../lib/drafts.ts';
import { cursorOf, pagedQuery } from '../../lib/pages.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast-store.ts';
import { caseKeys, refetchQueue } from './moderation.cache.ts';
import { resultTitles, appealWaits } from './moderation.texts.ts';
import { decisionsKey } from './new-decisions.ts';

export const queueQuery = pagedQuery({
  queryKey: caseKeys.queue,
  read: ({ cursor, signal }) =>
    callPage(moderationCalls.listCases, { query: { limit: 50, ...cursorOf(cursor) } }, { signal }),
  ...staleOnVisit,
});

export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: caseKeys.case(id),
    queryFn: ({ signal }) => call(moderationCalls.getCase, { params: { id } }, { signal }),
    ...staleOnVisit,
  });

export const moderatorsQuery = queryOptions({
  queryKey: [...caseKeys.all, 'moderators'],
  queryFn: ({ signal }) => call(moderationCalls.listModerators, undefined, { signal }),
  ...staleOnVisit,
});

const cacheCase = (queryClient: QueryClient, details: ModerationCaseDetails): void => {
  queryClient.setQueryData(caseQuery(details.id).queryKey, details);
  void refetchQueue(queryClient).catch(() => undefined);
};

const showDecisionFailure = (error: unknown): void =>
  showFailure(error, explainFailure(error) ?? 'That did not work. Nothing was changed.');

export const useClaimCase = (id: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['moderation'] },
    mutationFn: () => call(moderationCalls.claimCase, { params: { id } }),
    onSuccess: (details) => cacheCase(queryClient, details),
    onError: showDecisionFailure,
  });
};

export const useHandOver = (id: string, onDone: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['moderation'] },
    mutationFn: ({ to, note = '' }: { to: HandOverInput['to']; note?: string }) =>
      call(moderationCalls.handOverCase, { params: { id }, body: { to, note } }),
    onSuccess: (details) => {
      cacheCase(queryClient, details);
      onDone();
      showToast({ title: 'Case handed over' });
    },
  });
};

type DecisionInput = Pick<ActionInput, 'action'> & Partial<Omit<ActionInput, 'action' | 'note'>> & { note: string };

export const useDecide = (id: string, onDecided: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['moderation'] },
    mutationKey: caseKeys.deciding(id),
    mutationFn: ({ body, idempotencyKey }: { body: DecisionInput; idempotencyKey: string }) =>
      call(moderationCalls.decideCase, { params: { id }, body }, { idempotencyKey }),
    onSuccess: (_answer, { body }) => {
      showToast({ title: resultTitles[body.action] });
      onDecided();
      void refetchQueue(queryClient).catch(() => undefined);
    },
    // If the author has edited the content, refetches it.
    onError: (error) =>
      error instanceof ApiError && error.code === 'moderation.changed_meanwhile'
        ? queryClient.invalidateQueries({ queryKey: caseKeys.case(id) })
        : undefined,
  });
};

export const ownDecisionsQuery = pagedQuery({
  queryKey: [...decisionsKey, 'own'],
  read: ({ cursor, signal }) => callPage(moderationCalls.listOwnDecisions, { query: cursorOf(cursor) }, { signal }),
  ...staleOnVisit,
});

/** Sends the appeal against a decision. Each decision has at most one. */
export const appealMutation = (decisionId: string) =>
  mutationOptions({
    meta: { changes: ['decisions'] },
    mutationKey: [...decisionsKey, 'appealing', decisionId],
    mutationFn: ({ content, idempotencyKey }: SentDraft) =>
      call(moderationCalls.createAppeal, { body: { decisionId, text: content } }, { idempotencyKey }),
    onSuccess: (_decision, _sent, _before, { client }) => {
      showToast({ title: 'Appeal sent', description: appealWaits });
      void client.invalidateQueries({ queryKey: decisionsKey });
    },
    onError: (error, _sent, _before, { client }) => {
      showFailure(error, 'Your appeal could not be sent. Please try again.');
      // The appeal was already sent elsewhere, or its deadline has passed.
      if (isNotFoundError(error) || (error instanceof ApiError && error.code === 'moderation.no_appeal'))
        void client.invalidateQueries({ queryKey: decisionsKey });
    },
  });
