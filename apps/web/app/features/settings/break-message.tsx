import { securityCalls } from '@commons/contract/security/calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../lib/api-client.ts';
import { explainFailure } from '../../lib/api-error.ts';
import { formatDay } from '../../lib/locale.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { viewerQuery } from '../auth/index.ts';

/** Replaces every screen during a break, because logging in does not end the break by itself. */
export default function BreakMessage({ until, signOut }: { until: string; signOut: ReactNode }) {
  const queryClient = useQueryClient();
  const endBreak = useMutation({
    meta: { changes: ['viewer'] },
    mutationFn: () => call(securityCalls.endBreak),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: viewerQuery.queryKey }),
  });
  const failure = explainFailure(endBreak.error);
  return (
    <div className="py-8 md:py-16">
      <PageTitle>You are on a break</PageTitle>
      <EmptyState
        headingLevel="h1"
        picture="night"
        title="You are on a break"
        text={`It lasts until ${formatDay(until)}. Until then you are hidden, and messages wait for you. Would you like to come back now?`}
        action={
          <div className="flex flex-col items-center gap-4">
            {failure !== undefined && (
              <Banner tone="danger" isAlert>
                {failure}
              </Banner>
            )}
            <div className="flex flex-wrap justify-center gap-3">
              <Button isPending={endBreak.isPending || endBreak.isSuccess} onClick={() => endBreak.mutate()}>
                End my break
              </Button>
              {signOut}
            </div>
          </div>
        }
      />
    </div>
  );
}
