import { reportCalls, type ReportReason } from '@commons/contract/reports';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../lib/api-client.ts';
import { randomId } from '../../lib/random-id.ts';

type MemberReport = { reason: ReportReason; note: string; messageIds: string[] };

/** Reports a member. The same report tried again, because its answer was lost, is made once. */
export const useReportMember = (memberId: string, onReported: () => void) => {
  const attempt = useRef({ text: '', idempotencyKey: '' });
  return useMutation({
    mutationFn: (report: MemberReport) => {
      const text = JSON.stringify(report);
      if (attempt.current.text !== text) attempt.current = { text, idempotencyKey: randomId() };
      const body = { subjectType: 'member', subjectId: memberId, ...report } as const;
      return call(reportCalls.createReport, { body }, { idempotencyKey: attempt.current.idempotencyKey });
    },
    onSuccess: onReported,
  });
};
