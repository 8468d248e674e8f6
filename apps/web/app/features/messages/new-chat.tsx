import { connectionCalls } from '@commons/contract/connections/calls';
import { foldText } from '@commons/contract/fold';
import type { MemberSummary } from '@commons/contract/members/schemas';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { call, callPage } from '../../lib/api-client.ts';
import { cursorOf } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Refetched each time it is opened, because connections change in the meantime. */
const refetchOnOpen = { staleTime: 0, gcTime: 0 } as const;

/** Reads all pages, so that the name filter covers all connections. */
const readConnections = async (signal: AbortSignal, cursor: string | null = null): Promise<MemberSummary[]> => {
  const query = { limit: 100, ...cursorOf(cursor) };
  const { items, next } = await callPage(connectionCalls.listConnections, { query }, { signal });
  const members = items.map(({ member }) => member);
  return next === null ? members : [...members, ...(await readConnections(signal, next))];
};

const ownConnectionsQuery = queryOptions({
  queryKey: ['messages', 'new-chat', 'connections'],
  queryFn: ({ signal }) => readConnections(signal),
  ...refetchOnOpen,
});

const suggestionsQuery = queryOptions({
  queryKey: ['messages', 'new-chat', 'suggestions'],
  queryFn: ({ signal }) => call(connectionCalls.listSuggestedConnections, undefined, { signal }),
  ...refetchOnOpen,
});

/** From this number of connections on, a name filter is shown. */
const minConnectionsForFilter = 8;

/** Members to start a chat with: connections and suggestions. */
export const NewChat = ({ onChosen }: { onChosen?: () => void }) => {
  const connections = useQuery(ownConnectionsQuery);
  const suggestions = useQuery(suggestionsQuery);
  const [name, setName] = useState('');
  if (connections.isError || suggestions.isError) {
    const retry = () => void Promise.all([connections.refetch(), suggestions.refetch()]);
    return (
      <LoadFailure
        variant="text"
        text="The list could not be loaded."
        isRetrying={connections.isFetching || suggestions.isFetching}
        onRetry={retry}
      />
    );
  }
  if (!connections.data || !suggestions.data) {
    return (
      <Loading label="Loading" className="flex flex-col gap-3 px-2 py-3">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </Loading>
    );
  }
  if (connections.data.length + suggestions.data.length === 0) {
    return (
      <div className="flex flex-col items-start gap-3 px-2 py-1 text-sm text-muted">
        <p>No suggestions available. You can write to anyone from their profile.</p>
        <Link to={paths.home} onClick={onChosen} className={buttonClass('secondary', 'small')}>
          Meet people in the feed
        </Link>
      </div>
    );
  }
  const nameFilter = foldText(name).trim();
  const matchingConnections = connections.data.filter(({ displayName }) => foldText(displayName).includes(nameFilter));
  return (
    <div className="flex flex-col gap-4">
      {connections.data.length >= minConnectionsForFilter && (
        <TextField label="Name" type="search" value={name} onChange={(event) => setName(event.target.value)} />
      )}
      {connections.data.length > 0 && (
        <Members
          title="Your connections"
          members={matchingConnections}
          emptyText="No one by that name."
          onChosen={onChosen}
        />
      )}
      {nameFilter === '' && (
        <Members
          title="Suggested connections"
          members={suggestions.data}
          emptyText="No suggestions available"
          onChosen={onChosen}
        />
      )}
    </div>
  );
};

type MembersProps = {
  title: string;
  members: readonly MemberSummary[];
  emptyText: string;
  onChosen: (() => void) | undefined;
};

const Members = ({ title, members, emptyText, onChosen }: MembersProps) => {
  const titleId = useId();
  const { pathname } = useLocation();
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="px-2 py-1.5 font-text text-sm font-semibold tracking-normal text-muted">
        {title}
      </h3>
      {members.length === 0 ? (
        <p className="px-2 py-1 text-sm text-muted">{emptyText}</p>
      ) : (
        <ul>
          {members.map((member) => (
            <li key={member.id}>
              <Link
                to={paths.conversation(member.id)}
                state={{ from: pathname }}
                onClick={onChosen}
                className="flex items-center gap-3 rounded-control p-2 transition-colors hover:bg-primary-soft focus-visible:-outline-offset-2"
              >
                <Avatar id={member.id} name={member.displayName} imageUrl={member.profileImageUrl} />
                <span className="min-w-0">
                  <span className="block truncate text-sm font-semibold" dir="auto">
                    {member.displayName}
                  </span>
                  <span className="block truncate text-xs text-muted">{member.title ?? 'Community Member'}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};
