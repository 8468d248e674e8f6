import { useInfiniteQuery } from '@tanstack/react-query';
import { loadsScreen } from '../../lib/query-client.ts';
import { AdminPage, mayBeAdmin } from './admin-page.tsx';
import { keptMailsQuery } from './admin.api.ts';
import { Logbook } from './logbook.tsx';

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
      {() => <KeptMails />}
    </AdminPage>
  );
}

function KeptMails() {
  const list = useInfiniteQuery(keptMailsQuery);
  return (
    <Logbook
      list={list}
      label="Kept mails, the latest first"
      loadingLabel="The mails are loading"
      failedTitle="The mails could not be loaded"
      empty={{ title: 'No mail is kept here', text: 'What goes to a mail server is not kept.' }}
      timeOf={({ sentAt }) => sentAt}
    >
      {({ id, to, subject }) => (
        <>
          <p className="font-semibold">{subject}</p>
          <p className="text-muted">to {to}</p>
          <p className="text-xs text-muted">{id}.eml</p>
        </>
      )}
    </Logbook>
  );
}
