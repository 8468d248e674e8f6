import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { AccessCodeForm, GatedContent, GatedPage, GatedTitle, ListLoading, useGateFocus } from '../gates/index.ts';
import { type Access, waitlistQuery } from './waitlist-admin.api.ts';
import { WaitlistEntries } from './waitlist-entries.tsx';

export default function WaitlistAdminScreen() {
  return <GatedPage title="Waitlist admin">{(isAdmin) => <WaitlistAdmin isAdmin={isAdmin} />}</GatedPage>;
}

/** Returns the reason why the code was rejected; undefined for other errors. */
function explainRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 403) return 'Invalid access code';
  return error.status === 429 ? error.problem?.detail : undefined;
}

function WaitlistAdmin({ isAdmin }: { isAdmin: boolean }) {
  const [attempt, setAttempt] = useState(0);
  const [access, setAccess] = useState<Access | null>(isAdmin ? { attempt } : null);
  const query = useQuery({ ...waitlistQuery(access ?? { attempt }), enabled: access !== null });
  const open = (accessCode?: string) => {
    setAttempt(attempt + 1);
    setAccess({ attempt: attempt + 1, ...(accessCode !== undefined && { accessCode }) });
  };
  const refusal = access?.accessCode === undefined ? undefined : explainRefusal(query.error);
  // After a network failure the code is unknown, so the form stays for another attempt.
  const hasFailed = query.data === undefined && query.errorUpdateCount > 0;
  const isOpening = access?.accessCode !== undefined && query.isPending && query.isFetching && !hasFailed;
  const isUnlocked = access !== null && !isOpening && explainRefusal(query.error) === undefined;
  // A signed-in admin has pressed no button, so the focus stays.
  const isAwaitingData = query.data === undefined && (attempt > 0 || hasFailed);
  const openState = isAwaitingData ? 'loading' : 'open';
  useGateFocus('Waitlist', isUnlocked ? openState : 'closed');
  if (!isUnlocked)
    return (
      <AccessCodeForm
        title="Waitlist"
        text="Names, emails and messages. Please keep them confidential."
        refusal={refusal}
        isPending={isOpening}
        onSubmitCode={open}
        alternative={
          isAdmin && (
            <Button variant="quiet" disabled={isOpening} onClick={() => open()}>
              Continue as administrator
            </Button>
          )
        }
      />
    );
  return (
    <GatedContent isAdmin={isAdmin}>
      {query.data === undefined ? (
        <>
          <GatedTitle>Waitlist</GatedTitle>
          <div className="mt-6">
            {hasFailed ? (
              <Banner
                tone="danger"
                isAlert
                action={
                  <Button
                    variant="secondary"
                    size="small"
                    isPending={query.isFetching}
                    onClick={() => void query.refetch()}
                  >
                    Retry
                  </Button>
                }
              >
                Error loading waitlist data
              </Banner>
            ) : (
              <ListLoading />
            )}
          </div>
        </>
      ) : (
        <WaitlistEntries access={access} entries={query.data} canInvite={isAdmin} onLogout={() => setAccess(null)} />
      )}
    </GatedContent>
  );
}
