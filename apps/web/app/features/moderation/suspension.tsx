import { authCalls } from '@commons/contract/auth/calls';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { formatDateTime } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { signInAddress } from '../../lib/session-ended.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { OwnDecisions } from './own-decisions.tsx';

type SuspensionProps = { renderSignOut: (memberId: string) => ReactNode };

/** Explains a suspension to the member: end, reason, and how to appeal. */
export function Suspension(props: SuspensionProps) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <div className="mx-auto w-full max-w-160 px-4 py-8 sm:px-6 md:py-12">
        <SuspensionStatus {...props} />
      </div>
    </QueryClientProvider>
  );
}

const linkClass = 'font-semibold text-primary underline underline-offset-4';

/** Null for visitors. */
async function readSuspension(signal: AbortSignal) {
  try {
    return { suspension: await call(authCalls.getSuspension, undefined, { signal }) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

function SuspensionStatus({ renderSignOut }: SuspensionProps) {
  const query = useQuery({ queryKey: ['suspension'], queryFn: ({ signal }) => readSuspension(signal) });
  return (
    <Loaded
      query={query}
      loading={
        <div className="flex min-h-[40dvh] items-center justify-center">
          <PageTitle>Your account</PageTitle>
          <Spinner size="large" label="Loading" />
        </div>
      }
      failure={{ variant: 'card', headingLevel: 'h1', title: 'This could not be loaded' }}
    >
      {(response) => {
        if (response === null)
          return (
            <NoticeCard
              title="Please sign in"
              text="After signing in you can read what was decided about your account."
            >
              <a href={signInAddress(paths.suspended)} className={buttonClass('primary')}>
                Sign in
              </a>
            </NoticeCard>
          );
        if (response.suspension === null)
          return (
            <NoticeCard title="Your account is not suspended" text="You can use the whole community.">
              <a href={paths.home} className={buttonClass('primary')}>
                Go to the community
              </a>
            </NoticeCard>
          );
        return <Decision {...response.suspension} renderSignOut={renderSignOut} />;
      }}
    </Loaded>
  );
}

const NoticeCard = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <Card>
    <PageTitle>{title}</PageTitle>
    <EmptyState headingLevel="h1" picture="door" title={title} text={text} action={children} />
  </Card>
);

type DecisionProps = SuspensionProps & { memberId: string; until: string; reason: string };

const Decision = ({ memberId, until, reason, renderSignOut }: DecisionProps) => (
  <div className="flex flex-col gap-6">
    <PageTitle>Your account is suspended</PageTitle>
    <div>
      <h1 className="text-2xl">Your account is suspended</h1>
      <p className="mt-2 text-muted">
        Until <time dateTime={until}>{formatDateTime(until)}</time> you cannot read or write in the community. After
        that, everything is back to normal. You do not need to do anything.
      </p>
    </div>
    <Card as="section" aria-label="Why">
      <h2 className="text-lg">Why</h2>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">{reason}</p>
      <p className="mt-4 text-sm text-muted">
        The{' '}
        <a href={paths.guidelines} className={linkClass}>
          community guidelines
        </a>{' '}
        apply to everyone here.
      </p>
    </Card>
    <section aria-labelledby="decisions" className="flex flex-col gap-4">
      <div>
        <h2 id="decisions" className="text-lg">
          If you think it is wrong
        </h2>
        <p className="mt-1 text-sm text-muted">
          You can appeal each decision once. Another moderator then decides again.
        </p>
      </div>
      <OwnDecisions memberId={memberId} headingLevel="h3" />
    </section>
    <p className="text-muted">
      If things are hard right now, the people on the{' '}
      <a href={paths.crisis} className={linkClass}>
        crisis lines
      </a>{' '}
      are there at any hour, with or without an account.
    </p>
    <p>{renderSignOut(memberId)}</p>
  </div>
);
