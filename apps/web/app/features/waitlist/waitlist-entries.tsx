import { invitationDays } from '@commons/contract/waitlist';
import type { InvitableEntry } from '@commons/contract/waitlist/schemas';
import { ChevronRight, Download, Lock } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useClock } from '../../ui/relative-time.tsx';
import { RowTime } from '../../ui/row-time.tsx';
import { type CsvColumn, downloadCsv, EntryCounts, GatedTitle, ListEntries, TwoStepDelete } from '../gates/index.ts';
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
    cell: ({ message }: InvitableEntry) => message && <Message text={message} />,
  },
  { label: 'Date joined', cell: ({ createdAt }: InvitableEntry) => <RowTime at={createdAt} /> },
  {
    label: 'Invitation',
    cell: (entry: InvitableEntry) => entry.invitedAt && <Invitation {...entry} invitedAt={entry.invitedAt} />,
  },
];

const widths = [18, 27, 19, 11, 10, 15];

const messageOf = ({ message }: InvitableEntry): string => message ?? '';

export function WaitlistEntries({ access, entries, canInvite, onLogout }: WaitlistEntriesProps) {
  const remove = useDeleteEntry(access);
  const invite = useInvite(access);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <GatedTitle>Waitlist</GatedTitle>
        <div className="flex flex-wrap gap-2">
          {entries.length > 0 && (
            <Button variant="secondary" onClick={() => downloadCsv('waitlist', csvColumns, entries)}>
              <Download size={20} strokeWidth={1.75} aria-hidden="true" />
              Export CSV
            </Button>
          )}
          <Button variant="secondary" title="Locks this page. You stay logged in to the community." onClick={onLogout}>
            <Lock size={20} strokeWidth={1.75} aria-hidden="true" />
            Logout
          </Button>
        </div>
      </div>
      {entries.length > 0 && <EntryCounts entries={entries} />}
      {!canInvite && (
        <p className="mb-4 text-sm text-muted">Signed-in administrators can also invite people from here.</p>
      )}
      <ListEntries
        label="People on the waitlist"
        entries={entries}
        columns={columns}
        widths={widths}
        searchTextOf={messageOf}
        placeholder="Search name, email or message"
        empty={{
          title: 'No one is waiting',
          text: 'People who join the waitlist will appear here.',
          action: (
            <a href={paths.waitlist} className={buttonClass('secondary')}>
              See the waitlist page
            </a>
          ),
        }}
        renderActions={(entry) => {
          const name = `${entry.firstName} ${entry.lastName}`;
          return (
            <>
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
            </>
          );
        }}
      />
    </>
  );
}

const lifetimeMilliseconds = invitationDays * 24 * 60 * 60 * 1000;

function Invitation({ invitedAt, joinedAt }: { invitedAt: string; joinedAt: string | null }) {
  const now = useClock();
  const isExpired = now - Date.parse(invitedAt) > lifetimeMilliseconds;
  return (
    <span className="flex flex-col items-start">
      {joinedAt !== null ? (
        <Badge tone="ok">Joined</Badge>
      ) : (
        <Badge tone={isExpired ? 'neutral' : 'primary'}>{isExpired ? 'Invitation ended' : 'Invited'}</Badge>
      )}
      <span className="text-xs">
        <RowTime at={joinedAt ?? invitedAt} />
      </span>
    </span>
  );
}

/** Longer messages show their first line until they are opened. */
const maxShortCharacters = 40;

function Message({ text }: { text: string }) {
  if (text.length <= maxShortCharacters && !text.includes('\n')) return text;
  return (
    <details className="group/message">
      <summary className="flex list-none items-start gap-1 rounded-small py-1 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          strokeWidth={1.75}
          aria-hidden="true"
          className="mt-1 shrink-0 transition-transform group-open/message:rotate-90 rtl:-scale-x-100"
        />
        <span className="line-clamp-1 whitespace-pre-line group-open/message:line-clamp-none">{text}</span>
      </summary>
    </details>
  );
}
