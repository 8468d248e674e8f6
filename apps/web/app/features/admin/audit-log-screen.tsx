import { auditLogFile } from '@commons/contract/admin';
import type { AuditEntry, AuditFilter } from '@commons/contract/admin/schemas';
import { type AuditAction, auditActions } from '@commons/contract/audit';
import { guidelines } from '@commons/contract/moderation';
import type { Guideline } from '@commons/contract/moderation/schemas';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, X } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { formatDateTime } from '../../lib/locale.ts';
import { itemsIn } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Select } from '../../ui/choices.tsx';
import { adminLoader, AdminPage, mayBeAdmin } from './admin-page.tsx';
import { auditLogQuery } from './admin.api.ts';
import { Logbook } from './logbook.tsx';

/** Label of each action. A new action in the contract fails to compile until it has a label. */
const actionNames: Record<AuditAction, string> = {
  'role.changed': 'Role changed',
  'role.first_admin': 'Became the first admin',
  'flag.set': 'Flagged',
  'flag.cleared': 'Unflagged',
  'suspension.set': 'Suspended',
  'suspension.lifted': 'Suspension lifted',
  'suspension.ended': 'Suspension expired',
  'invitation.sent': 'Invitation sent',
  'waitlist_entry.deleted': 'Waitlist entry deleted',
  'book_notification.deleted': 'Book notification deleted',
  'table.imported': 'CSV file imported',
  'meditation.deleted': 'Meditation deleted',
  'book.deleted': 'Book deleted',
  'podcast.deleted': 'Podcast deleted',
  'journal_prompt.deleted': 'Journal prompt deleted',
  'journal_category.deleted': 'Journal category deleted',
  'event.deleted': 'Event deleted',
  'case.dismissed': 'Case dismissed',
  'case.flagged': 'Case decided: flagged',
  'case.unflagged': 'Case decided: unflagged',
  'case.suspended': 'Case decided: suspended',
  'case.handed_over': 'Case handed over',
  'content.published': 'Held content published',
  'content.removed': 'Content taken down',
  'member.warned': 'Warned',
  'member.left': 'Left the community',
  'appeal.upheld': 'Appeal answered: upheld',
  'appeal.reversed': 'Appeal answered: reversed',
  'concern.answered': 'Concern from outside answered',
  'guidelines.announced': 'Members asked to accept the guidelines',
  'data.mended': 'Counts corrected',
  'setting.changed': 'Setting changed',
  'text.published': 'Text published',
  'api_token.created': 'API token created',
  'api_token.revoked': 'API token revoked',
  'webhook.created': 'Webhook added',
  'webhook.changed': 'Webhook changed',
  'webhook.secret_rotated': 'Webhook secret replaced',
  'webhook.paused': 'Failing webhook paused',
  'webhook.deleted': 'Webhook deleted',
  'mail.tested': 'Test email sent',
};

const isTimestamp = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
const isGuideline = (value: unknown): value is Guideline =>
  typeof value === 'string' && Object.hasOwn(guidelines, value);
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{8}-[\da-f-]{27}$/.test(value);

const formatValue = (value: unknown): string => {
  if (isTimestamp(value)) return formatDateTime(value);
  return isGuideline(value) ? `“${guidelines[value]}”` : String(value);
};

/** Lists the details of an entry, without ids. The CSV export contains the ids too. */
const detailsOf = ({ details }: AuditEntry) =>
  Object.entries(details)
    // PostgreSQL's `jsonb` does not keep the order of keys.
    .toSorted(([firstName], [secondName]) => firstName.localeCompare(secondName))
    .filter(([, value]) => value !== null && !isId(value))
    .map(([name, value]) => ({ name: name.replaceAll('_', ' '), value: formatValue(value) }));

const parseFilter = (searchParams: URLSearchParams): AuditFilter => {
  const [actorId, memberId] = [searchParams.get('actorId'), searchParams.get('memberId')];
  const action = auditActions.find((name) => name === searchParams.get('action'));
  return { ...(isId(actorId) && { actorId }), ...(isId(memberId) && { memberId }), ...(action && { action }) };
};

export const loader = adminLoader;
export const clientLoader = screenLoader((queryClient) => {
  if (mayBeAdmin())
    void queryClient.prefetchInfiniteQuery(auditLogQuery(parseFilter(new URLSearchParams(window.location.search))));
});

const actionOptions = [
  { value: '', label: 'All actions' },
  ...auditActions.map((value) => ({ value, label: actionNames[value] })),
];

export default function AuditLogScreen() {
  const [searchParams, setSearchParams] = useSearchParams();
  const filter = parseFilter(searchParams);
  const change = (nextFilter: AuditFilter) =>
    setSearchParams(new URLSearchParams(nextFilter as Record<string, string>), { replace: true });
  return (
    <AdminPage
      title="Audit log"
      text="Changes of roles and flags, decisions, deletions, imports and invitations. Entries cannot be changed."
      aside={
        <a
          href={`${auditLogFile}?${new URLSearchParams(filter as Record<string, string>).toString()}`}
          download
          className={buttonClass('secondary')}
        >
          <Download size={20} strokeWidth={1.75} aria-hidden="true" />
          Export CSV
        </a>
      }
    >
      {() => (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <div className="w-full sm:w-70">
              <Select
                label="Action"
                isLabelHidden
                options={actionOptions}
                value={filter.action ?? ''}
                onChange={({ target }) => {
                  const { action: _, ...others } = filter;
                  change(target.value === '' ? others : { ...others, action: target.value as AuditAction });
                }}
              />
            </div>
            {(filter.actorId !== undefined || filter.memberId !== undefined) && (
              <>
                <FilteredPerson filter={filter} />
                <Button variant="secondary" onClick={() => change(filter.action ? { action: filter.action } : {})}>
                  <X size={20} strokeWidth={1.75} aria-hidden="true" />
                  Show all members
                </Button>
              </>
            )}
          </div>
          <AuditEntries filter={filter} onActor={(actorId) => change({ ...filter, actorId })} />
        </>
      )}
    </AdminPage>
  );
}

/** Longer details fold open below the line. */
const maxInlineCharacters = 60;

/** The name in the filter comes from the entries that match it. */
function FilteredPerson({ filter }: { filter: AuditFilter }) {
  const { data } = useInfiniteQuery(auditLogQuery(filter));
  const entry = data && itemsIn(data)[0];
  const person = filter.actorId === undefined ? entry?.member : entry?.actor;
  if (!person) return null;
  return (
    <p className="min-w-0 text-sm wrap-anywhere text-muted">
      {filter.actorId === undefined ? 'About ' : 'By '}
      <bdi className="font-semibold text-ink">{nameOf(person)}</bdi>
    </p>
  );
}

function AuditEntries({ filter, onActor }: { filter: AuditFilter; onActor: (actorId: string) => void }) {
  const list = useInfiniteQuery(auditLogQuery(filter));
  const isUnfiltered = Object.keys(filter).length === 0;
  return (
    <Logbook
      list={list}
      label="Actions, newest first"
      loadingLabel="Loading the audit log"
      failedTitle="The audit log could not be loaded"
      empty={
        isUnfiltered
          ? {
              picture: 'journal',
              title: 'Nothing here yet',
              text: 'The first decision or change of a role will appear here.',
            }
          : { picture: 'search', title: 'Nothing found', text: 'No actions match this filter. Try another one.' }
      }
      renderEntry={(entry) => {
        const details = detailsOf(entry);
        const text = details.map(({ name, value }) => `${name} ${value}`).join(', ');
        const isShort = text.length <= maxInlineCharacters;
        return {
          at: entry.createdAt,
          summary: <Summary entry={entry} details={isShort ? text : ''} />,
          aside: <Actor entry={entry} onActor={onActor} />,
          details: isShort ? [] : details,
        };
      }}
    />
  );
}

type MemberWithName = { id: string; displayName: string | null };

const nameOf = ({ displayName }: MemberWithName): string => displayName ?? 'A former member';

const linkClass =
  'inline-flex min-h-6 items-center text-ink underline decoration-line underline-offset-4 hover:decoration-current pointer-coarse:-my-2 pointer-coarse:min-h-11';

const Summary = ({ entry: { action, member }, details }: { entry: AuditEntry; details: string }) => (
  <p>
    <span className="font-semibold">{actionNames[action]}</span>
    {member && (
      <>
        {': '}
        {member.displayName === null ? (
          nameOf(member)
        ) : (
          <Link to={paths.member(member.id)} className={linkClass}>
            {nameOf(member)}
          </Link>
        )}
      </>
    )}
    {details !== '' && <span className="text-muted"> · {details}</span>}
  </p>
);

function Actor({ entry: { actor }, onActor }: { entry: AuditEntry; onActor: (actorId: string) => void }) {
  if (!actor) return 'not by a member';
  return (
    <>
      {'by '}
      <button type="button" className={linkClass} title="Show their actions" onClick={() => onActor(actor.id)}>
        {nameOf(actor)}
      </button>
    </>
  );
}
