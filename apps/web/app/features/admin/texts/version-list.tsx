import type { EditedName } from '@commons/contract/texts';
import type { CrisisChange, TextVersion } from '@commons/contract/texts/schemas';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/locale.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { LoadingRows, PagedList } from '../../../ui/paged-list.tsx';
import { Prose } from '../../../ui/prose.tsx';
import { textVersionQuery, textVersionsQuery } from './texts.api.ts';

/** The content of a version. `changes`: of the crisis lines. */
export type VersionContent = { content: string | null; changes: CrisisChange[] | null };

type VersionListProps = {
  name: EditedName;
  /** The action of a version, and its button. */
  onUse: (version: VersionContent) => void;
  useLabel: string;
};

/** The published versions, latest first: who published them and when. */
export function VersionList({ name, ...use }: VersionListProps) {
  const list = useInfiniteQuery(textVersionsQuery(name));
  const [shown, setShown] = useState<TextVersion>();
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="text-lg">
        History
      </h2>
      <div className="mt-3">
        <PagedList
          list={{ ...list, data: list.data && withIds(list.data) }}
          loading={<LoadingRows label="Loading the history" count={2} />}
          failedTitle="The history could not be loaded"
          empty={{
            picture: 'common',
            title: 'The shipped version is in use',
            text: 'Each version that an admin publishes appears here.',
          }}
          more={{ label: 'Show earlier versions' }}
        >
          {(versions) => (
            <Card isPadded={false}>
              <ol aria-label="Versions, latest first" className="divide-y divide-line">
                {versions.map((version) => (
                  <li key={version.revision} className="flex items-center gap-4 px-4 py-3 text-sm md:px-6">
                    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
                      <time dateTime={version.publishedAt} className="font-semibold">
                        {formatDateTime(version.publishedAt)}
                      </time>
                      <span className="wrap-anywhere text-muted">
                        {version.publishedBy?.displayName ?? 'a former admin'}
                      </span>
                      {version.isShipped && <Badge>Shipped version</Badge>}
                      {version.guidelinesVersion !== null && <Badge tone="primary">Members were asked</Badge>}
                    </div>
                    <Button
                      variant="secondary"
                      size="small"
                      aria-label={`View the version of ${formatDateTime(version.publishedAt)}`}
                      onClick={() => setShown(version)}
                    >
                      View
                    </Button>
                  </li>
                ))}
              </ol>
            </Card>
          )}
        </PagedList>
      </div>
      {shown && <VersionDialog name={name} version={shown} onClose={() => setShown(undefined)} {...use} />}
    </section>
  );
}

type Versions = { pages: { items: TextVersion[]; next: string | null }[] };

/** Lists compare items by their id. */
const withIds = ({ pages }: Versions) => ({
  pages: pages.map(({ items, next }) => ({
    next,
    items: items.map((version) => ({ ...version, id: String(version.revision) })),
  })),
});

type VersionDialogProps = VersionListProps & { version: TextVersion; onClose: () => void };

function VersionDialog({ name, version, onClose, onUse, useLabel }: VersionDialogProps) {
  const query = useQuery(textVersionQuery(name, version.revision));
  const { data } = query;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={formatDateTime(version.publishedAt)}
      description={`Published by ${version.publishedBy?.displayName ?? 'a former admin'}`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button
            aria-disabled={data === undefined}
            onClick={() => {
              if (!data) return;
              onUse(data);
              onClose();
            }}
          >
            {useLabel}
          </Button>
        </>
      }
    >
      <Loaded
        query={query}
        loading={<Skeleton className="h-48" />}
        failure={{ variant: 'text', text: 'The version could not be loaded.' }}
      >
        {({ html, changes }) => (html === null ? <ChangeList changes={changes ?? []} /> : <Prose html={html} />)}
      </Loaded>
    </Dialog>
  );
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** The crisis lines of a version, with the countries that differ from the shipped ones. */
const ChangeList = ({ changes }: { changes: readonly CrisisChange[] }) =>
  changes.length === 0 ? (
    <p>All lines are the shipped ones.</p>
  ) : (
    <ul className="flex flex-col gap-4">
      {changes.map(({ code, entries }) => (
        <li key={code}>
          <h3 className="text-base">{countryNames.of(code)}</h3>
          <ol className="mt-1 list-decimal ps-6 text-sm">
            {entries.map((entry, index) => (
              <li key={index} className="wrap-anywhere">
                {'added' in entry ? `${entry.added.name}, ${entry.added.call} (added)` : entry.shipped}
                {entry.isHidden && ' (hidden)'}
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ul>
  );
