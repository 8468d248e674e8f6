import { useSearchParams } from 'react-router';
import { loadsScreen } from '../../lib/query-client.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ConnectionList } from './connection-list.tsx';
import { connectionListQuery, suggestedConnectionsQuery } from './connections.api.ts';
import { IncomingBadge } from './incoming-link.tsx';
import { SuggestedConnections } from './suggested-connections.tsx';

const tabs = [
  { value: 'accepted', label: 'Connected', list: 'Your connections' },
  { value: 'incoming', label: 'Requests', list: 'Requests to you' },
  { value: 'outgoing', label: 'Sent', list: 'Requests you sent' },
] as const;

export { ScreenError as ErrorBoundary } from '../../ui/screen-error.tsx';

export const clientLoader = loadsScreen((queryClient) => {
  void queryClient.prefetchInfiniteQuery(connectionListQuery('accepted'));
  void queryClient.prefetchInfiniteQuery(connectionListQuery('incoming'));
  void queryClient.prefetchQuery(suggestedConnectionsQuery);
});

/** The tab is part of the address, so that a link can lead to it and going back finds it. */
export default function ConnectionsScreen() {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('tab');
  const current = tabs.find(({ value }) => value === asked) ?? tabs[0];
  return (
    <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
      <PageTitle>Connections</PageTitle>
      <div className="min-w-0">
        <h1 className="text-2xl max-[20rem]:text-xl">Connections</h1>
        <p className="mt-1 mb-2 text-muted">The members you keep in touch with.</p>
        <Tabs
          label="Connections"
          value={current.value}
          onValueChange={(tab) => setSearch(tab === 'accepted' ? {} : { tab }, { replace: true })}
          tabs={tabs.map(({ value, label, list }) => ({
            value,
            label,
            badge: value === 'incoming' ? <IncomingBadge /> : undefined,
            content: <ConnectionList name={value} label={list} />,
          }))}
        />
      </div>
      <SuggestedConnections withLink={false} />
    </div>
  );
}
