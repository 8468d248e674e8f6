import { useInfiniteQuery } from '@tanstack/react-query';
import { screenLoader } from '../../lib/query-client.ts';
import { adminLoader, AdminPage, mayBeAdmin } from './admin-page.tsx';
import { storedMailsQuery } from './admin.api.ts';
import { Logbook } from './logbook.tsx';

export const loader = adminLoader;
export const clientLoader = screenLoader((queryClient) => {
  if (mayBeAdmin()) void queryClient.prefetchInfiniteQuery(storedMailsQuery);
});

export default function StoredMailsScreen() {
  return (
    <AdminPage
      title="Emails"
      text="Without a mail server, emails are stored for 90 days in the “mails” folder of the data directory, where the operator of this server can read them."
    >
      {() => <StoredEmails />}
    </AdminPage>
  );
}

function StoredEmails() {
  const list = useInfiniteQuery(storedMailsQuery);
  return (
    <Logbook
      list={list}
      label="Stored emails, newest first"
      loadingLabel="Loading emails"
      failedTitle="The emails could not be loaded"
      empty={{ title: 'No stored emails', text: 'Emails sent through a mail server are not stored.' }}
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
