import { bookNotificationCalls } from '@commons/contract/book-notifications/calls';
import type { BookNotification } from '@commons/contract/book-notifications/schemas';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { ApiError, call } from '../../lib/api-client.ts';
import { explainFailure, ignoreNotFound, showFailure } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast-store.ts';
import { Button, buttonClass, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { RowTime } from '../../ui/row-time.tsx';
import {
  type CsvColumn,
  downloadCsv,
  EntryCounts,
  AccessCodeForm,
  GatedContent,
  GatedPage,
  GatedTitle,
  ListEntries,
  ListLoading,
  useGateFocus,
} from '../gates/index.ts';

export default function BookAdminScreen() {
  return <GatedPage title="Book notifications admin">{(isAdmin) => <BookAdmin isAdmin={isAdmin} />}</GatedPage>;
}

/** Credentials of API calls: a token, or nothing for an admin. */
type Access = { bearerToken?: string };

const notificationsQuery = (access: Access) =>
  queryOptions({
    queryKey: ['book-notifications', access],
    queryFn: ({ signal }) => call(bookNotificationCalls.listBookNotifications, undefined, { signal, ...access }),
  });

const isLockedError = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'book_notifications.locked';

function BookAdmin({ isAdmin }: { isAdmin: boolean }) {
  const [access, setAccess] = useState<Access | null>(isAdmin ? {} : null);
  const [refusal, setRefusal] = useState<string>();
  useGateFocus('Book notifications', access === null ? 'closed' : 'open');
  const open = useMutation({
    mutationFn: (accessCode: string) => call(bookNotificationCalls.openBookNotifications, { body: { accessCode } }),
    onSuccess: ({ token }) => {
      setRefusal(undefined);
      setAccess({ bearerToken: token });
    },
    onError: (error) => {
      const isWrong = error instanceof ApiError && error.status === 403;
      setRefusal(isWrong ? 'Please enter a valid access code' : (explainFailure(error) ?? 'Something went wrong.'));
      if (isWrong)
        showToast({
          title: 'Invalid Access Code',
          description: 'Please enter a valid access code',
          variant: 'destructive',
        });
    },
  });
  if (access === null)
    return (
      <AccessCodeForm
        title="Book notifications"
        text="Names and emails of people waiting for the book. Please keep them confidential."
        refusal={refusal}
        isPending={open.isPending}
        onSubmitCode={open.mutate}
      />
    );
  return (
    <GatedContent isAdmin={isAdmin}>
      <Notifications
        access={access}
        onLocked={() => {
          setRefusal('Your 30 minutes are up. Please enter the access code again.');
          setAccess(null);
        }}
      />
    </GatedContent>
  );
}

const csvColumns: CsvColumn<BookNotification>[] = [
  { name: 'ID', cell: ({ id }) => id },
  { name: 'Email', cell: ({ email }) => email },
  { name: 'First Name', cell: ({ firstName }) => firstName },
  { name: 'Last Name', cell: ({ lastName }) => lastName },
  { name: 'Created At', cell: ({ createdAt }) => createdAt },
];

const columns = [{ label: 'Created', cell: ({ createdAt }: BookNotification) => <RowTime at={createdAt} /> }];
const widths = [30, 40, 20, 10];

function Notifications({ access, onLocked }: { access: Access; onLocked: () => void }) {
  const client = useQueryClient();
  const query = useQuery(notificationsQuery(access));
  const isLocked = isLockedError(query.error);
  const lock = useEffectEvent(onLocked);
  useEffect(() => {
    if (isLocked) lock();
  }, [isLocked]);
  const [entryToDelete, setEntryToDelete] = useState<BookNotification>();
  const [isConfirming, setIsConfirming] = useState(false);
  const remove = useMutation({
    meta: { changes: ['book-notifications'] },
    mutationFn: ({ id }: BookNotification) =>
      call(bookNotificationCalls.deleteBookNotification, { params: { id } }, access).catch(ignoreNotFound),
    onSuccess: (_, { id }) => {
      client.setQueryData(notificationsQuery(access).queryKey, (entries) =>
        entries?.filter((entry) => entry.id !== id),
      );
      showToast({ title: 'Book notification entry deleted successfully' });
    },
    onError: (error) => {
      if (isLockedError(error)) onLocked();
      showFailure(error, 'Failed to delete book notification entry.');
    },
    // Screen readers do not announce a toast while a dialog is open.
    onSettled: () => setIsConfirming(false),
  });
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <GatedTitle>Book notifications</GatedTitle>
        {query.data !== undefined && query.data.length > 0 && (
          <Button variant="secondary" onClick={() => downloadCsv('book-notifications', csvColumns, query.data)}>
            <Download size={20} strokeWidth={1.75} aria-hidden="true" />
            Export CSV
          </Button>
        )}
      </div>
      <Loaded
        query={query}
        loading={<ListLoading />}
        failure={{ variant: 'banner', text: 'Failed to fetch book notifications.' }}
      >
        {(notifications) => (
          <>
            {notifications.length > 0 && <EntryCounts entries={notifications} />}
            <ListEntries
              label="People waiting for the book"
              entries={notifications}
              columns={columns}
              widths={widths}
              placeholder="Search by name or email"
              empty={{
                picture: 'books',
                title: 'No one is waiting yet',
                text: 'People who sign up for book news will appear here.',
                action: (
                  <a href={`${paths.meditationTools}#book`} className={buttonClass('secondary')}>
                    See the sign-up form
                  </a>
                ),
              }}
              renderActions={(entry) => (
                <IconButton
                  icon={Trash2}
                  size="small"
                  label={`Delete ${entry.firstName} ${entry.lastName}`}
                  title="Delete"
                  onClick={() => {
                    setEntryToDelete(entry);
                    setIsConfirming(true);
                  }}
                />
              )}
            />
          </>
        )}
      </Loaded>
      <Confirm
        isOpen={isConfirming}
        onOpenChange={setIsConfirming}
        title="Delete this entry?"
        text={`${entryToDelete?.firstName ?? ''} ${entryToDelete?.lastName ?? ''} (${entryToDelete?.email ?? ''}) will not be notified about the book.`}
        confirmLabel="Delete"
        isDestructive
        isPending={remove.isPending}
        onConfirm={() => entryToDelete && remove.mutate(entryToDelete)}
      />
    </>
  );
}
