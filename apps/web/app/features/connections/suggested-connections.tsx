import type { ConnectionState, SuggestedConnection } from '@commons/contract/connections/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { Link } from 'react-router';
import { useIsHydrated } from '../../lib/hydration.ts';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { MemberAvatarLink, MemberName } from '../../ui/member-link.tsx';
import { ConnectButton } from './connect-button.tsx';
import { changedStatesQuery, suggestedConnectionsQuery } from './connections.api.ts';
import { sharedConnections } from './connections.texts.ts';

/** A column on phones and in the right sidebar, otherwise a row of equal cards. */
const rowClass = 'mt-4 grid gap-4 md:grid-cols-[repeat(auto-fit,minmax(min(100%,10.5rem),1fr))]';

/** Time to read "Connected" before the next suggestion appears. */
const refetchDelayMilliseconds = 2_500;

export function SuggestedConnections({ withLink = true }: { withLink?: boolean }) {
  const queryClient = useQueryClient();
  const suggestions = useQuery(suggestedConnectionsQuery);
  const states = useQuery(changedStatesQuery).data;
  const isHydrated = useIsHydrated();
  const titleId = useId();
  const hasConnected = suggestions.data?.some(({ id }) => states[id] === 'connected') ?? false;
  useEffect(() => {
    if (!hasConnected) return undefined;
    const timer = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: suggestedConnectionsQuery.queryKey }),
      refetchDelayMilliseconds,
    );
    return () => clearTimeout(timer);
  }, [hasConnected, queryClient]);

  return (
    <Card as="section" aria-labelledby={titleId}>
      <h2 id={titleId} className="text-lg">
        Suggested Connections
      </h2>
      <Loaded
        // Another part of the page may have loaded them before this one is hydrated.
        query={isHydrated ? suggestions : { ...suggestions, data: undefined }}
        loading={<SuggestionsSkeleton />}
        failure={{ variant: 'line', text: 'Suggestions could not be loaded.' }}
      >
        {(members) =>
          members.length === 0 ? (
            <p className="mt-3 text-sm text-muted">No suggestions available</p>
          ) : (
            <ul className={rowClass}>
              {members.map((member) => (
                <Suggestion key={member.id} member={member} state={states[member.id] ?? 'none'} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {withLink && (
        <Link
          to={paths.connections}
          className="mt-4 -mb-1 inline-flex min-h-6 items-center pointer-coarse:min-h-11 text-sm font-semibold text-primary underline-offset-4 hover:underline"
        >
          Your connections
        </Link>
      )}
    </Card>
  );
}

function Suggestion({ member, state }: { member: SuggestedConnection; state: ConnectionState }) {
  const shared = member.sharedConnections;
  return (
    // At 200% text size the text wraps below the avatar.
    <li className="flex flex-wrap gap-3">
      <MemberAvatarLink member={member} />
      <div className="flex min-w-0 flex-1 basis-24 flex-col">
        <p className="leading-snug">
          <MemberName member={member} className="text-sm" />
        </p>
        <p className="line-clamp-2 text-xs wrap-anywhere text-muted">{member.title ?? 'Community Member'}</p>
        {shared > 0 && <p className="text-xs text-muted">{sharedConnections(shared)}</p>}
        {/* Aligns the buttons of a row, even if the titles differ in length. */}
        <div className="mt-auto pt-2">
          <ConnectButton member={member} state={state} size="small" />
        </div>
      </div>
    </li>
  );
}

function SuggestionsSkeleton() {
  return (
    <Loading label="Loading suggestions" className={rowClass}>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton isRound className="size-11 shrink-0" />
          <div className="flex-1">
            <Skeleton className="mt-1 h-4 w-3/5" />
            <Skeleton className="mt-2 h-3 w-2/5" />
            <Skeleton className="mt-3 h-9 w-28 rounded-control pointer-coarse:h-11" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
