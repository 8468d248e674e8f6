import type { Connection } from '@commons/contract/connections/schemas';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Ellipsis, MessageCircle } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { useIsHydrated } from '../../lib/hydration.ts';
import { pageLoader } from '../../lib/page-data.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader, type Prefetch } from '../../lib/query-client.ts';
import { buttonClass, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyMenu } from '../../ui/lazy-opening.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { MemberAvatarLink, MemberName } from '../../ui/member-link.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ScreenHeader } from '../../ui/screen-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ConnectButton } from './connect-button.tsx';
import { connectionListQuery, suggestedConnectionsQuery } from './connections.api.ts';
import type { ConnectionListName } from './connections.cache.ts';
import { wouldLikeToConnect } from './connections.texts.ts';
import { IncomingBadge } from './incoming-link.tsx';
import { SuggestedConnections } from './suggested-connections.tsx';

const ConnectionMenu = lazyMenu(async () => ({ default: (await import('./connection-menu.tsx')).ConnectionMenu }));

const tabs = [
  { value: 'accepted', label: 'Connected', list: 'Your connections' },
  { value: 'incoming', label: 'Requests', list: 'People who would like to connect with you' },
  { value: 'outgoing', label: 'Sent', list: 'Requests you sent' },
] as const;

const prefetch: Prefetch = (queryClient) => {
  void queryClient.prefetchInfiniteQuery(connectionListQuery('accepted'));
  void queryClient.prefetchInfiniteQuery(connectionListQuery('incoming'));
  void queryClient.prefetchQuery(suggestedConnectionsQuery);
};
export const loader = pageLoader(prefetch);
export const clientLoader = screenLoader(prefetch);

/** The selected tab is in the URL, so that links and the back button restore it. */
export default function ConnectionsScreen() {
  const [searchParams, setSearchParams] = useSearchParams();
  const requestedTab = searchParams.get('tab');
  const currentTab = tabs.find(({ value }) => value === requestedTab) ?? tabs[0];
  const { isPending } = useInfiniteQuery(connectionListQuery(currentTab.value));
  const isHydrated = useIsHydrated();
  return (
    <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
      <div className="min-w-0">
        <ScreenHeader title="Connections" lead="The members you keep in touch with." className="mb-2" />
        <Tabs
          label="Connections"
          value={currentTab.value}
          onValueChange={(tab) => setSearchParams(tab === 'accepted' ? {} : { tab }, { replace: true })}
          tabs={tabs.map(({ value, label, list }) => ({
            value,
            label,
            badge: value === 'incoming' ? <IncomingBadge /> : undefined,
            content: <ConnectionList name={value} label={list} />,
          }))}
        />
      </div>
      {/* On narrow screens it is below the list, so it waits for the list's height. */}
      <div className={isHydrated && !isPending ? undefined : 'max-lg:hidden'}>
        <SuggestedConnections withLink={false} />
      </div>
    </div>
  );
}

const emptyTexts = {
  accepted: {
    title: 'No connections yet',
    text: 'When you and another member connect, you will find each other here.',
  },
  incoming: {
    title: 'No requests waiting',
    text: 'When someone asks to connect with you, their request appears here.',
  },
  outgoing: {
    title: 'No requests sent',
    text: 'Members you ask appear here until they answer, at their own pace.',
  },
} as const;

const ConnectionList = ({ name, label }: { name: ConnectionListName; label: string }) => (
  <PagedList
    label={label}
    list={useInfiniteQuery(connectionListQuery(name))}
    loading={<ListSkeleton />}
    failedTitle="This list could not be loaded"
    empty={{
      picture: 'connections',
      ...emptyTexts[name],
      ...(name === 'accepted' && {
        action: (
          <Link to={paths.home} className={buttonClass('secondary')}>
            Meet members in the feed
          </Link>
        ),
      }),
    }}
    more={{ className: 'mt-4' }}
  >
    {(connections) => (
      <>
        {name === 'incoming' && (
          <p className="mb-4 text-sm text-muted">
            <span className="block font-semibold text-ink">{wouldLikeToConnect(connections.length)}</span>
            There is no hurry to answer.
          </p>
        )}
        <ul className="flex flex-col gap-3">
          {connections.map((connection) => (
            <ConnectionRow key={connection.member.id} connection={connection} />
          ))}
        </ul>
      </>
    )}
  </PagedList>
);

function ListSkeleton() {
  return (
    <Loading label="Loading" className="flex flex-col gap-3">
      {[1, 2, 3].map((row) => (
        <Card key={row} className="flex items-center gap-3">
          <Skeleton isRound className="size-11 shrink-0" />
          <div className="flex-1">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="mt-2 h-3.5 w-1/4" />
          </div>
          <Skeleton className="h-9 w-24 rounded-control" />
        </Card>
      ))}
    </Loading>
  );
}

const sinceTexts = { connected: 'Connected', incoming: 'Asked', requested: 'You asked' } as const;

function ConnectionRow({ connection }: { connection: Connection }) {
  const { member, state, since } = connection;
  return (
    <Card as="li" className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-40 gap-3">
        <MemberAvatarLink member={member} />
        <div className="min-w-0">
          <p className="leading-snug">
            <MemberName member={member} />
          </p>
          <p className="line-clamp-2 text-sm wrap-anywhere text-muted">{member.title ?? 'Community Member'}</p>
          <p className="text-xs text-muted">
            {state in sinceTexts && sinceTexts[state as keyof typeof sinceTexts]} <RelativeTime at={since} />
          </p>
        </div>
      </div>
      {/* On narrow screens, the buttons are below the name. */}
      <div className="max-sm:order-last max-sm:flex max-sm:basis-full max-sm:gap-3 max-sm:before:w-11 max-sm:before:shrink-0 max-[20rem]:before:hidden">
        {state === 'connected' ? (
          <Link to={paths.conversation(member.id)} className={buttonClass('secondary', 'small')}>
            <MessageCircle size={16} strokeWidth={1.75} aria-hidden="true" />
            <span>
              Message<span className="sr-only"> {member.displayName}</span>
            </span>
          </Link>
        ) : (
          <ConnectButton member={member} state={state} size="small" />
        )}
      </div>
      {state === 'connected' && (
        <ConnectionMenu
          trigger={
            <IconButton
              icon={Ellipsis}
              label={`More about ${member.displayName}`}
              className="-ms-3 -me-2 max-sm:ms-0"
            />
          }
          member={member}
        />
      )}
    </Card>
  );
}
