import { invitationDays } from '@commons/contract/waitlist';
import type { InvitableEntry } from '@commons/contract/waitlist/schemas';
import { Download, LogOut } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useClock } from '../../ui/relative-time.tsx';
import {
  AddedDate,
  type CsvColumn,
  downloadCsv,
  EntryCounts,
  GatedTitle,
  ListEntries,
  TwoStepDelete,
} from '../gates/index.ts';
import { type Access, useDeleteEntry, useInvite } from './waitlist-admin.api.ts';

type WaitlistEntriesProps = {
  access: Access;
  entries: readonly InvitableEntry[];
  /** Only signed-in admins can send invitations. */
  canInvite: boolean;
  onLogout: () => void;
};

const csvColumns: CsvColumn<InvitableEntry>[] = [
  { name: 'ID', cell: ({ id }) => id },
  { name: 'First Name', cell: ({ firstName }) => firstName },
  { name: 'Last Name', cell: ({ lastName }) => lastName },
  { name: 'Email', cell: ({ email }) => email },
  { name: 'Message', cell: ({ message }) => message ?? '' },
  { name: 'Date Joined', cell: ({ createdAt }) => createdAt },
];

const columns = [
  {
    label: 'Message',
    cell: ({ message }: InvitableEntry) =>
      message && <p className="max-w-[60ch] min-w-40 whitespace-pre-line">{message}</p>,
  },
  { label: 'Date joined', cell: ({ createdAt }: InvitableEntry) => <AddedDate at={createdAt} /> },
  {
    label: 'Invitation',
    cell: (entry: InvitableEntry) => entry.invitedAt && <Invitation {...entry} invitedAt={entry.invitedAt} />,
  },
];

const messageOf = ({ message }: InvitableEntry): string => message ?? '';

export function WaitlistEntries({ access, entries, canInvite, onLogout }: WaitlistEntriesProps) {
  const remove = useDeleteEntry(access);
  const invite = useInvite(access);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <GatedTitle>Waitlist</GatedTitle>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            disabled={entries.length === 0}
            onClick={() => downloadCsv('waitlist', csvColumns, entries)}
          >
            <Download size={20} strokeWidth={1.75} aria-hidden="true" />
            Export CSV
          </Button>
          <Button variant="secondary" onClick={onLogout}>
            <LogOut size={20} strokeWidth={1.75} aria-hidden="true" />
            Logout
          </Button>
        </div>
      </div>
      <EntryCounts entries={entries} />
      {!canInvite && (
        <p className="mb-4 text-sm text-muted">Signed-in administrators can also invite people from here.</p>
      )}
      <ListEntries
        label="People on the waitlist"
        entries={entries}
        columns={columns}
        searchTextOf={messageOf}
        empty={{ title: 'No one is waiting', text: 'People who join the waitlist will appear here.' }}
        renderActions={(entry) => {
          const name = `${entry.firstName} ${entry.lastName}`;
          return (
            <div className="flex flex-wrap gap-2 lg:w-70 lg:flex-nowrap">
              {canInvite && entry.joinedAt === null && (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`${entry.invitedAt === null ? 'Invite' : 'Invite again'}: ${name}`}
                  isPending={invite.isPending && invite.variables === entry.id}
                  onClick={() => invite.mutate(entry.id)}
                >
                  {entry.invitedAt === null ? 'Invite' : 'Invite again'}
                </Button>
              )}
              <TwoStepDelete
                name={name}
                isPending={remove.isPending && remove.variables === entry.id}
                onDelete={() => remove.mutate(entry.id)}
              />
            </div>
          );
        }}
      />
    </>
  );
}

const lifetimeMilliseconds = invitationDays * 24 * 60 * 60 * 1000;

function Invitation({ invitedAt, joinedAt }: { invitedAt: string; joinedAt: string | null }) {
  const now = useClock();
  if (joinedAt !== null)
    return (
      <span className="flex flex-wrap items-center gap-x-2">
        <Badge tone="ok">Joined</Badge> <AddedDate at={joinedAt} />
      </span>
    );
  const isExpired = now - Date.parse(invitedAt) > lifetimeMilliseconds;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Badge tone={isExpired ? 'neutral' : 'primary'}>{isExpired ? 'Invitation ended' : 'Invited'}</Badge>{' '}
      <AddedDate at={invitedAt} />
    </span>
  );
}
