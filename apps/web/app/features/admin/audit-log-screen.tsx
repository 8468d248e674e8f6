import { auditLogFile, type AuditEntry, type AuditFilter } from '@commons/contract/admin';
import { type AuditAction, auditActions } from '@commons/contract/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, X } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { itemsIn } from '../../lib/pages.ts';
import { paths } from '../../lib/paths.ts';
import { loadsScreen } from '../../lib/query-client.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/choices.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadMore } from '../../ui/infinite-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { AdminPage, mayBeAdmin } from './admin-page.tsx';
import { auditLogQuery } from './admin.api.ts';
import { actionNames, detailsInWords } from './audit-words.ts';
import { Timestamp } from './timestamp.tsx';

export { ScreenError as ErrorBoundary } from '../../ui/screen-error.tsx';

const isId = (text: string | null): text is string => text !== null && /^[\da-f-]{36}$/.test(text);

const filterOf = (address: URLSearchParams): AuditFilter => {
  const [actorId, memberId] = [address.get('actorId'), address.get('memberId')];
  const action = auditActions.find((name) => name === address.get('action'));
  return { ...(isId(actorId) && { actorId }), ...(isId(memberId) && { memberId }), ...(action && { action }) };
};

export const clientLoader = loadsScreen((queryClient) => {
  if (mayBeAdmin())
    void queryClient.prefetchInfiniteQuery(auditLogQuery(filterOf(new URLSearchParams(window.location.search))));
});

const actionOptions = [
  { value: '', label: 'Everything' },
  ...auditActions.map((value) => ({ value, label: actionNames[value] })),
];

export default function AuditLogScreen() {
  const [address, setAddress] = useSearchParams();
  const filter = filterOf(address);
  const change = (given: AuditFilter) =>
    setAddress(new URLSearchParams(given as Record<string, string>), { replace: true });
  return (
    <AdminPage
      title="Audit log"
      text="Who did what, and when. Nobody can change it."
      aside={
        <a
          href={`${auditLogFile}?${new URLSearchParams(filter as Record<string, string>).toString()}`}
          download
          className={buttonClass('secondary')}
        >
          <Download size={18} strokeWidth={1.75} aria-hidden="true" />
          Export CSV
        </a>
      }
    >
      {() => (
        <>
          <div className="flex flex-wrap items-end gap-4">
            <div className="w-full sm:w-70">
              <Select
                label="What was done"
                options={actionOptions}
                value={filter.action ?? ''}
                onChange={({ target }) => {
                  const { action: _, ...others } = filter;
                  change(target.value === '' ? others : { ...others, action: target.value as AuditAction });
                }}
              />
            </div>
            {(filter.actorId !== undefined || filter.memberId !== undefined) && (
              <Button variant="secondary" onClick={() => change(filter.action ? { action: filter.action } : {})}>
                <X size={18} strokeWidth={1.75} aria-hidden="true" />
                {filter.actorId === undefined ? 'About everybody' : 'By everybody'}
              </Button>
            )}
          </div>
          <Lines filter={filter} onActor={(actorId) => change({ ...filter, actorId })} />
        </>
      )}
    </AdminPage>
  );
}

function Lines({ filter, onActor }: { filter: AuditFilter; onActor: (actorId: string) => void }) {
  const query = useInfiniteQuery(auditLogQuery(filter));
  return (
    <>
      <Loaded
        query={query}
        loading={
          <Loading label="The audit log is loading" className="flex flex-col gap-3">
            {Array.from({ length: 8 }, (_, index) => (
              <Skeleton key={index} className="h-16 w-full" />
            ))}
          </Loading>
        }
        failure={{ variant: 'card', title: 'The audit log could not be loaded' }}
      >
        {(list) => {
          const lines = itemsIn(list);
          return lines.length === 0 ? (
            <Card>
              {Object.keys(filter).length === 0 ? (
                <EmptyState
                  picture="common"
                  title="Nothing here yet"
                  text="What admins and moderators do will stand here."
                />
              ) : (
                <EmptyState picture="common" title="Nothing found" text="Nothing of this kind was done." />
              )}
            </Card>
          ) : (
            <Card isPadded={false}>
              <ol aria-label="What was done, the latest first" className="divide-y divide-line">
                {lines.map((line) => (
                  <Line key={line.id} line={line} onActor={onActor} />
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

type Named = { id: string; displayName: string | null };

const nameOf = ({ displayName }: Named): string => displayName ?? 'Somebody who left';

function Line({ line, onActor }: { line: AuditEntry; onActor: (actorId: string) => void }) {
  const { actor, member, action, createdAt } = line;
  const details = detailsInWords(line);
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-3 text-sm sm:grid-cols-[11rem_minmax(0,1fr)] md:px-6">
      <span className="text-muted">
        <Timestamp at={createdAt} />
      </span>
      <div className="wrap-anywhere">
        <p>
          <span className="font-semibold">{actionNames[action]}</span>
          {member && (
            <>
              {': '}
              {member.displayName === null ? (
                nameOf(member)
              ) : (
                <Link
                  to={paths.member(member.id)}
                  className="inline-block min-h-6 text-primary underline pointer-coarse:min-h-11"
                >
                  {nameOf(member)}
                </Link>
              )}
            </>
          )}
          {details !== '' && <span className="text-muted"> ({details})</span>}
        </p>
        <p className="text-muted">
          {actor ? (
            <>
              {'by '}
              <button
                type="button"
                className="inline-block min-h-6 text-primary underline pointer-coarse:min-h-11"
                title="Show what they did"
                onClick={() => onActor(actor.id)}
              >
                {nameOf(actor)}
              </button>
            </>
          ) : (
            'by nobody who was signed in'
          )}
        </p>
      </div>
    </li>
  );
}
