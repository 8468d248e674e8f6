import { reportCalls, type ReportInput, type ReportSubjectType } from '@commons/contract/reports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { useAttemptKey } from '../../lib/attempt-key.ts';
import { cursorOf, pagedQuery } from '../../lib/pages.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast-store.ts';

export const reportsKey = ['reports'] as const;

export const ownReportsQuery = pagedQuery({
  queryKey: [...reportsKey, 'own'],
  read: ({ cursor, signal }) => callPage(reportCalls.listOwnReports, { query: cursorOf(cursor) }, { signal }),
  ...staleOnVisit,
});

type NewReport = Pick<ReportInput, 'reason' | 'messageIds'> & { note: string };

/** Sends a report. A retry after a lost response creates no second one. */
export const useCreateReport = (subjectType: ReportSubjectType, subjectId: string, onReported?: () => void) => {
  const queryClient = useQueryClient();
  const keyFor = useAttemptKey();
  return useMutation({
    meta: { changes: ['reports'] },
    mutationFn: ({ messageIds, ...fields }: NewReport) => {
      const body = { subjectType, subjectId, ...fields, ...(messageIds && { messageIds }) };
      return call(reportCalls.createReport, { body }, { idempotencyKey: keyFor(body) });
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: reportsKey });
      if (!onReported) return;
      showToast({ title: 'Report sent', description: 'Thank you. The moderators will review it.' });
      onReported();
    },
  });
};
