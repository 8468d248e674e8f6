import { reportCalls } from '@commons/contract/reports/calls';
import type { ReportInput } from '@commons/contract/reports/schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { cursorOf, pagedQuery } from '../../lib/pages.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast-store.ts';

export const reportsKey = ['reports'] as const;

export const ownReportsQuery = pagedQuery({
  queryKey: [...reportsKey, 'own'],
  read: ({ cursor, signal }) => callPage(reportCalls.listOwnReports, { query: cursorOf(cursor) }, { signal }),
  ...staleOnVisit,
});

type NewReport = { body: ReportInput; idempotencyKey: string };

/** Sends a report. */
export const useCreateReport = (onReported?: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['reports'] },
    mutationFn: ({ body, idempotencyKey }: NewReport) => call(reportCalls.createReport, { body }, { idempotencyKey }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: reportsKey });
      if (!onReported) return;
      showToast({ title: 'Report sent', description: 'Thank you. The moderators will review it.' });
      onReported();
    },
  });
};
