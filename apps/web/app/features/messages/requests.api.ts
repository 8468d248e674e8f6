import type { MemberSummary } from '@commons/contract/members';
import { messageCalls } from '@commons/contract/messages';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { isNotFoundError } from '../../lib/api-error.ts';
import { showFailure } from '../../lib/failure.ts';
import { showToast } from '../../ui/toast-store.ts';
import { refreshConversations } from './conversations.cache.ts';

/** Accepts a message request, or declines it. One that was answered in another tab counts as answered. */
export const useAnswerRequest = (member: MemberSummary, onDeclined: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (accept: boolean) => {
      try {
        await call(messageCalls.answerRequest, { params: { userId: member.id }, body: { accept } });
      } catch (error) {
        if (!isNotFoundError(error)) throw error;
      }
    },
    onSuccess: (_, accept) => {
      void refreshConversations(queryClient);
      if (accept) return;
      showToast({ title: 'Request declined', description: 'They are not notified.' });
      onDeclined();
    },
    onError: (error) => showFailure(error, 'Your answer could not be saved. Please try again.'),
  });
};
