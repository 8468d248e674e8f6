import { type InvitableEntry, invitationDays } from '@commons/contract/waitlist';
import { Download, LogOut } from 'lucide-react';
import { formatCount } from '../../lib/locale.ts';
import { useClock } from '../../lib/relative-time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { AddedMoment, type CsvColumn, downloadCsv, GatedTitle, ListEntries, TwoStepDelete } from '../gates/index.ts';
import { type Access, useDeleteEntry, useInvite } from './waitlist-admin.api.ts';
import { countEntries } from './waitlist-counts.ts';

type WaitlistEntriesProps = {
  access: Access;
  entries: readonly InvitableEntry[];
  /** Invitations are sent by signed-in admins alone. */
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
  { label: 'Date joined', cell: ({ createdAt }: InvitableEntry) => <AddedMoment at={createdAt} /> },
  {
    label: 'Invitation',
    cell: (entry: InvitableEntry) => entry.invitedAt && <Invitation {...entry} invitedAt={entry.invitedAt} />,
  },
];

const wordsOf = ({ message }: InvitableEntry): string => message ?? '';

export function WaitlistEntries({ access, entries, canInvite, onLogout }: WaitlistEntriesProps) {
  const remove = useDeleteEntry(access);
  const invite = useInvite(access);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <GatedTitle>Waitlist</GatedTitle>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            disabled={entries.length === 0}
            onClick={() => downloadCsv('waitlist', csvColumns, entries)}
          >
            <Download size={18} strokeWidth={1.75} aria-hidden="true" />
            Export CSV
          </Button>
          <Button variant="secondary" onClick={onLogout}>
            <LogOut size={18} strokeWidth={1.75} aria-hidden="true" />
            Logout
          </Button>
        </div>
      </div>
      <Counts entries={entries} />
      {!canInvite && (
        <p className="mb-4 text-sm text-muted">Signed-in administrators can also invite people from here.</p>
      )}
      <ListEntries
        label="People on the waitlist"
        entries={entries}
        columns={columns}
        moreWordsOf={wordsOf}
        empty={{ title: 'Nobody is waiting', text: 'Whoever joins the waitlist will stand here.' }}
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

function Counts({ entries }: { entries: readonly InvitableEntry[] }) {
  const { total, week, month } = countEntries(entries, new Date(useClock()));
  return (
    <dl className="my-6 grid grid-cols-3 divide-x divide-line rounded-card border border-line bg-surface">
      {[
        ['Total', total],
        ['This week', week],
        ['This month', month],
      ].map(([label, count]) => (
        <div key={label} className="flex flex-col-reverse px-4 py-3 md:px-6 md:py-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-heading text-xl font-semibold tabular-nums md:text-2xl">{formatCount(Number(count))}</dd>
        </div>
      ))}
    </dl>
  );
}

const lifetimeMilliseconds = invitationDays * 24 * 60 * 60 * 1000;

function Invitation({ invitedAt, joinedAt }: { invitedAt: string; joinedAt: string | null }) {
  const now = useClock();
  if (joinedAt !== null)
    return (
      <span className="flex flex-wrap items-center gap-x-2">
        <Badge tone="ok">Joined</Badge> <AddedMoment at={joinedAt} />
      </span>
    );
  const isOver = now - Date.parse(invitedAt) > lifetimeMilliseconds;
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Badge tone={isOver ? 'neutral' : 'primary'}>{isOver ? 'Invitation ended' : 'Invited'}</Badge>{' '}
      <AddedMoment at={invitedAt} />
    </span>
  );
}
