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
import { classNames } from '../../ui/class-names.ts';
import { LoadFailure } from '../../ui/loaded.tsx';
import { Loading, Skeleton, Status } from '../../ui/loading.tsx';
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

/** From this number of people on, the inline list has a name filter. */
const minPeopleForFilter = 8;

/** Members to start a chat with: connections and suggestions. In a dialog, `onChosen` closes it. */
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
  const people = connections.data && suggestions.data && [...connections.data, ...suggestions.data];
  if (people?.length === 0) {
    return (
      <div
        className={classNames(
          'flex flex-col gap-3 px-2 py-1 text-sm text-muted',
          onChosen === undefined ? 'items-center text-center' : 'items-start',
        )}
      >
        <p>No suggestions available. You can write to anyone from their profile.</p>
        <Link to={paths.home} onClick={onChosen} className={buttonClass('secondary', 'small')}>
          Meet people in the feed
        </Link>
      </div>
    );
  }
  const nameFilter = foldText(name).trim();
  const matching = (members: readonly MemberSummary[] = []) =>
    members.filter(({ displayName }) => foldText(displayName).includes(nameFilter));
  const lists = [
    { title: 'Your connections', members: matching(connections.data) },
    { title: 'Suggested connections', members: matching(suggestions.data) },
  ].filter(({ members }) => members.length > 0);
  return (
    <div className="flex flex-col gap-4">
      {/* A dialog shows the field while the list loads, so that the field gets the focus. */}
      {(onChosen !== undefined || (people?.length ?? 0) >= minPeopleForFilter) && (
        <TextField label="Name" type="search" value={name} onChange={(event) => setName(event.target.value)} />
      )}
      {people === undefined && (
        <Loading label="Loading" className="flex flex-col gap-3 px-2 py-3">
          {['w-3/5', 'w-2/5', 'w-1/2'].map((width) => (
            <span key={width} className="flex items-center gap-3">
              <Skeleton isRound className="size-11" />
              <Skeleton className={classNames('h-4', width)} />
            </span>
          ))}
        </Loading>
      )}
      {people && lists.map((list) => <Members key={list.title} {...list} onChosen={onChosen} />)}
      {people && nameFilter !== '' && lists.length === 0 && (
        <Status className="px-2 text-sm text-muted">No one by that name.</Status>
      )}
      {suggestions.data?.length === 0 && nameFilter === '' && (
        <p className="px-2 text-sm text-muted">No suggestions available</p>
      )}
    </div>
  );
};

type MembersProps = {
  title: string;
  members: readonly MemberSummary[];
  onChosen: (() => void) | undefined;
};

const Members = ({ title, members, onChosen }: MembersProps) => {
  const titleId = useId();
  const { pathname } = useLocation();
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="px-2 py-1.5 font-text text-sm font-semibold tracking-normal text-muted">
        {title}
      </h3>
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
    </section>
  );
};
