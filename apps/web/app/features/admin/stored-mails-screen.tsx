import { useInfiniteQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/locale.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { buttonClass } from '../../ui/button.tsx';
import { adminLoader, AdminPage, mayBeAdmin } from './admin-page.tsx';
import { storedMailsQuery } from './admin.api.ts';
import { Logbook } from './logbook.tsx';
import { MailTest } from './mail-test.tsx';

export const loader = adminLoader;
export const clientLoader = screenLoader((queryClient) => {
  if (mayBeAdmin()) void queryClient.prefetchInfiniteQuery(storedMailsQuery);
});

export default function StoredMailsScreen() {
  return (
    <AdminPage
      title="Emails"
      text="Test the mail server, and see every email that members get."
      aside={
        <Link to={paths.adminMailPreview} prefetch="intent" className={buttonClass('secondary')}>
          <Eye size={20} strokeWidth={1.75} aria-hidden="true" />
          Preview
        </Link>
      }
    >
      {({ email }) => (
        <>
          <MailTest email={email} />
          <StoredEmails />
        </>
      )}
    </AdminPage>
  );
}

function StoredEmails() {
  const list = useInfiniteQuery(storedMailsQuery);
  return (
    <section aria-labelledby="stored-mails" className="flex flex-col gap-4">
      <div>
        <h2 id="stored-mails" className="text-lg">
          Stored emails
        </h2>
        <p className="max-w-[75ch] text-sm text-muted">
          Without a mail server, emails wait here instead of being sent. They are stored for 90 days in the “mails”
          folder of the data directory, where the operator of this server can read them.
        </p>
      </div>
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
    </section>
  );
}
