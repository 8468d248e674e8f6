import { eventCalls } from '@commons/contract/events/calls';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { call } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast-store.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { DialogState } from '../../ui/lazy-opening.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/loading.tsx';

const subscriptionQuery = queryOptions({
  queryKey: ['calendar-subscription'],
  queryFn: ({ signal }) => call(eventCalls.getCalendarSubscription, undefined, { signal }),
  ...staleOnVisit,
});

/** The private calendar address of the member: turns it on, shows it, renews it and turns it off. */
export default function CalendarDialog(dialog: DialogState) {
  const client = useQueryClient();
  const renew = useMutation({
    mutationFn: () => call(eventCalls.renewCalendarSubscription, {}),
    onSuccess: (subscription) => client.setQueryData(subscriptionQuery.queryKey, subscription),
    onError: (error) => showFailure(error, 'The address could not be made. Please try again.'),
  });
  const end = useMutation({
    mutationFn: () => call(eventCalls.endCalendarSubscription, {}),
    onSuccess: () => {
      client.setQueryData(subscriptionQuery.queryKey, null);
      showToast({ title: 'Your calendar address is off' });
    },
    onError: (error) => showFailure(error, 'The address could not be turned off. Please try again.'),
  });
  const isPending = renew.isPending || end.isPending;
  return (
    <Dialog
      {...dialog}
      title="Events in your calendar"
      description="Your calendar can show the events you attend, wait for or host, and follow every change."
    >
      <Loaded
        query={useQuery(subscriptionQuery)}
        loading={<Skeleton className="h-40" />}
        failure={{ variant: 'text', text: 'Your calendar address could not be loaded.' }}
      >
        {(subscription) =>
          subscription === null ? (
            <div className="flex flex-col items-start gap-4 pb-1">
              <p className="text-sm text-muted">
                The address is private. Anyone who has it can see which events you go to, until you renew it or turn it
                off.
              </p>
              <Button isPending={isPending} onClick={() => renew.mutate()}>
                Make my address
              </Button>
            </div>
          ) : (
            <div className="flex flex-col gap-4 pb-1">
              <div className="flex flex-wrap items-center gap-3">
                <code dir="ltr" className="w-full rounded-control bg-sunk px-4 py-3 text-sm break-all select-all">
                  {subscription.url}
                </code>
                <a href={subscription.url.replace(/^https?:/, 'webcal:')} className={buttonClass('primary', 'small')}>
                  <CalendarPlus size={16} strokeWidth={1.75} aria-hidden="true" />
                  Open in my calendar
                </a>
                <CopyButton text={subscription.url} />
              </div>
              <p className="text-sm text-muted">
                Keep it to yourself: it works without your password. With a new address, the old one stops working.
              </p>
              <div className="flex flex-wrap gap-3 border-t border-line pt-4">
                <Button variant="secondary" size="small" isPending={renew.isPending} onClick={() => renew.mutate()}>
                  New address
                </Button>
                <Button variant="secondary" size="small" isPending={end.isPending} onClick={() => end.mutate()}>
                  Turn off
                </Button>
              </div>
            </div>
          )
        }
      </Loaded>
    </Dialog>
  );
}
