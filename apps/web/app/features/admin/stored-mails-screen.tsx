import { useInfiniteQuery } from '@tanstack/react-query';
import { formatDateTime } from '../../lib/locale.ts';
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
      text="Without a mail server, emails are not sent. They stay for 90 days in the “mails” folder of the data directory."
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
      empty={{
        picture: 'door',
        title: 'No stored emails',
        text: 'Emails sent through a mail server are not stored. There is nothing to do here.',
      }}
      renderEntry={({ id, to, subject, sentAt }) => ({
        at: sentAt,
        summary: <p className="font-semibold">{subject}</p>,
        aside: to,
        details: [
          { name: 'File', value: `${id}.eml` },
          { name: 'Stored', value: formatDateTime(sentAt) },
        ],
      })}
    />
  );
}
