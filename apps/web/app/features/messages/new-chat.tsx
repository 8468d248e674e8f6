import type { MemberSummary } from '@commons/contract/members';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { locale } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Loading } from '../../ui/status.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ownConnectionsQuery, suggestionsQuery } from './new-chat.api.ts';

/** With so many connections a name is found faster by typing than by looking. */
const filterFrom = 8;

/** Whom a member may begin to write to: their connections, and whom the community suggests. */
export const NewChat = ({ onChosen }: { onChosen?: () => void }) => {
  const connections = useQuery(ownConnectionsQuery);
  const suggestions = useQuery(suggestionsQuery);
  const [name, setName] = useState('');
  if (connections.isError || suggestions.isError) {
    const retry = () => void Promise.all([connections.refetch(), suggestions.refetch()]);
    return (
      <div role="alert" className="flex flex-col items-center gap-3 py-6 text-center text-sm text-muted">
        <p>The list could not be loaded.</p>
        <Button variant="secondary" size="small" onClick={retry}>
          Try again
        </Button>
      </div>
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
  const wanted = name.trim().toLocaleLowerCase(locale);
  const known = connections.data.filter(({ displayName }) => displayName.toLocaleLowerCase(locale).includes(wanted));
  return (
    <div className="flex flex-col gap-4">
      {connections.data.length >= filterFrom && (
        <TextField label="Name" type="search" value={name} onChange={(event) => setName(event.target.value)} />
      )}
      {connections.data.length > 0 && (
        <Members title="Your connections" members={known} emptyText="Nobody of that name." onChosen={onChosen} />
      )}
      {wanted === '' && (
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
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className="px-2 py-1.5 font-text text-sm font-semibold tracking-normal text-muted">
        {title}
      </h3>
      {members.length === 0 && <p className="px-2 py-1 text-sm text-muted">{emptyText}</p>}
      <ul>
        {members.map((member) => (
          <li key={member.id}>
            <Link
              to={paths.conversation(member.id)}
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
