import type { KeptMail } from '@commons/contract/admin';
import { useInfiniteQuery } from '@tanstack/react-query';
import { itemsIn } from '../../lib/pages.ts';
import { loadsScreen } from '../../lib/query-client.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/infinite-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { AdminPage, mayBeAdmin } from './admin-page.tsx';
import { keptMailsQuery } from './admin.api.ts';
import { Timestamp } from './timestamp.tsx';

export { ScreenError as ErrorBoundary } from '../../ui/screen-error.tsx';

export const clientLoader = loadsScreen((queryClient) => {
  if (mayBeAdmin()) void queryClient.prefetchInfiniteQuery(keptMailsQuery);
});

export default function KeptMailsScreen() {
  return (
    <AdminPage
      title="Mails"
      text="Without a mail server, mails wait for 90 days in the folder “mails” of the data directory. Whoever runs this server reads them there."
    >
      {() => <Mails />}
    </AdminPage>
  );
}

function Mails() {
  const query = useInfiniteQuery(keptMailsQuery);
  return (
    <>
      <Loaded
        query={query}
        loading={
          <Loading label="The mails are loading" className="flex flex-col gap-3">
            {Array.from({ length: 8 }, (_, index) => (
              <Skeleton key={index} className="h-16 w-full" />
            ))}
          </Loading>
        }
        failure={{ variant: 'card', title: 'The mails could not be loaded' }}
      >
        {(list) => {
          const mails = itemsIn(list);
          return mails.length === 0 ? (
            <Card>
              <EmptyState
                picture="common"
                title="No mail is kept here"
                text="What goes to a mail server is not kept."
              />
            </Card>
          ) : (
            <Card isPadded={false}>
              <ol aria-label="Kept mails, the latest first" className="divide-y divide-line">
                {mails.map((mail) => (
                  <Line key={mail.id} mail={mail} />
                ))}
              </ol>
            </Card>
          );
        }}
      </Loaded>
      <LoadMore list={query} label="Show earlier" autoLoadPixels={600} />
    </>
  );
}

const Line = ({ mail: { id, to, subject, sentAt } }: { mail: KeptMail }) => (
  <li className="grid gap-x-6 gap-y-1 px-4 py-3 text-sm sm:grid-cols-[11rem_minmax(0,1fr)] md:px-6">
    <span className="text-muted">
      <Timestamp at={sentAt} />
    </span>
    <div className="wrap-anywhere">
      <p className="font-semibold">{subject}</p>
      <p className="text-muted">to {to}</p>
      <p className="text-xs text-muted">{id}.eml</p>
    </div>
  </li>
);
