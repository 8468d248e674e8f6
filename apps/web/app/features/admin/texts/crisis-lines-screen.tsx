import type { CrisisLineInput, EditedCrisisCountry, EditedCrisisLines } from '@commons/contract/texts/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { paths } from '../../../lib/paths.ts';
import { screenLoader } from '../../../lib/query-client.ts';
import { showToast } from '../../../lib/toast-store.ts';
import { announce } from '../../../ui/announcer.tsx';
import { BackLink } from '../../../ui/back-link.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, OptionsButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Select } from '../../../ui/choices.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { lazyDialog, lazyMenu } from '../../../ui/lazy-opening.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { LoadingRows } from '../../../ui/paged-list.tsx';
import { adminLoader, AdminPage, mayBeAdmin } from '../admin-page.tsx';
import { moved, replaced, toChanges, withEntries } from './crisis-changes.ts';
import { crisisLinesQuery, textVersionsQuery, usePublishCrisisLines } from './texts.api.ts';
import { VersionList } from './version-list.tsx';

const LineMenu = lazyMenu(() => import('./line-menu.tsx'));
const LineDialog = lazyDialog(() => import('./line-dialog.tsx'));

export const loader = adminLoader;
export const clientLoader = screenLoader((queryClient) => {
  if (!mayBeAdmin()) return;
  void queryClient.prefetchQuery(crisisLinesQuery);
  void queryClient.prefetchInfiniteQuery(textVersionsQuery('crisis-lines'));
});

/** The crisis lines of all countries. Each change is published at once. */
export default function CrisisLinesScreen() {
  return (
    <AdminPage
      title="Crisis lines"
      text="Each change is on the crisis page within two seconds. Hide a line rather than keep one that does not answer."
    >
      {() => (
        <>
          <BackLink to={paths.adminTexts}>All texts</BackLink>
          <Loaded
            query={useQuery(crisisLinesQuery)}
            loading={<LoadingRows label="Loading crisis lines" count={8} />}
            failure={{ variant: 'card', title: 'The crisis lines could not be loaded' }}
          >
            {(lines) => <Countries lines={lines} />}
          </Loaded>
        </>
      )}
    </AdminPage>
  );
}

function Countries({ lines: { revision, countries } }: { lines: EditedCrisisLines }) {
  const [code, setCode] = useState('');
  const [isRestoring, setIsRestoring] = useState(false);
  const publish = usePublishCrisisLines();
  const save = (next: readonly EditedCrisisCountry[]) => publish.mutateAsync({ revision, countries: toChanges(next) });
  const restore = () =>
    publish.mutate(
      { revision, countries: null },
      {
        onSuccess: () => showToast({ title: 'All lines are the shipped ones again' }),
        onSettled: () => setIsRestoring(false),
      },
    );
  const add = async ({ code: newCode, emergencyNumber, ...added }: CrisisLineInput) => {
    const entry = toNewEntry(added);
    const known = countries.find((country) => country.code === newCode);
    const next = known
      ? withEntries(countries, newCode, [entry, ...known.entries])
      : [
          ...countries,
          { code: newCode, name: newCode, emergencyNumber, isShipped: false, isChanged: true, entries: [entry] },
        ];
    await save(next);
    setCode(newCode);
  };
  const isChanged = countries.some((country) => country.isChanged);
  const shown = countries.filter((country) => code === '' || country.code === code);
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <Select
            label="Country"
            options={[
              { value: '', label: 'All countries' },
              ...countries.map(({ code: value, name }) => ({ value, label: name })),
            ]}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        </div>
        <LineDialog trigger={<Button>Add a line</Button>} countries={countries} code={code} submit={add} />
        {isChanged && (
          <Button variant="quiet" onClick={() => setIsRestoring(true)}>
            Restore the shipped lines
          </Button>
        )}
      </div>
      <ul aria-label="Countries" className="flex flex-col gap-4">
        {shown.map((country) => (
          <Country key={country.code} country={country} countries={countries} save={save} />
        ))}
      </ul>
      <VersionList
        name="crisis-lines"
        useLabel="Restore this version"
        onUse={({ changes }) => publish.mutate({ revision, countries: changes })}
      />
      <Confirm
        isOpen={isRestoring}
        onOpenChange={setIsRestoring}
        title="Restore the shipped lines?"
        text="Added lines disappear, and hidden ones are shown again. Your version stays in the history."
        confirmLabel="Restore"
        isPending={publish.isPending}
        onConfirm={restore}
      />
    </>
  );
}

type Entry = EditedCrisisCountry['entries'][number];

/** An added line. The server completes its source. */
const toNewEntry = (added: NonNullable<Entry['added']>): Entry => ({
  added,
  isHidden: false,
  line: {
    ...added,
    source: { name: '', url: added.sourceUrl, basis: 'added by this community', checkedOn: added.checkedOn },
  },
});

type CountryProps = {
  country: EditedCrisisCountry;
  countries: readonly EditedCrisisCountry[];
  save: (countries: readonly EditedCrisisCountry[]) => Promise<unknown>;
};

function Country({ country: { code, name, emergencyNumber, entries }, countries, save }: CountryProps) {
  const apply = async (next: Entry[], outcome: string) => {
    // A failure is reported by a toast.
    await save(withEntries(countries, code, next)).then(
      () => announce(outcome),
      () => undefined,
    );
  };
  return (
    <Card as="li" isPadded={false}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-4 py-3 md:px-6">
        <h2 className="text-base">{name}</h2>
        <p className="text-sm text-muted">Emergency {emergencyNumber}</p>
      </div>
      <ol aria-label={`Lines of ${name}`} className="divide-y divide-line">
        {entries.map(({ line, isHidden, added }, index) => (
          <li key={`${line.name} ${line.call}`} className="flex items-start gap-4 px-4 py-3 text-sm md:px-6">
            <div className="min-w-0 flex-1 wrap-anywhere">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-semibold">{line.name}</span>
                {isHidden && <Badge tone="warn">Hidden</Badge>}
                {added && <Badge tone="primary">Added</Badge>}
              </p>
              <p className="text-muted">
                {[line.call ?? line.text?.to ?? line.chatUrl, line.hours, line.languages].filter(Boolean).join(' · ')}
              </p>
            </div>
            <LineMenu
              trigger={<OptionsButton noun="Line" name={line.name} size="small" />}
              actions={{
                isHidden,
                moveUp:
                  index === 0 ? undefined : () => void apply(moved(entries, index, index - 1), `${line.name} moved up`),
                moveDown:
                  index === entries.length - 1
                    ? undefined
                    : () => void apply(moved(entries, index, index + 1), `${line.name} moved down`),
                toggle: () =>
                  void apply(
                    replaced(entries, index, { line, added, isHidden: !isHidden }),
                    isHidden ? `${line.name} is shown` : `${line.name} is hidden`,
                  ),
                edit: added
                  ? {
                      countries,
                      line: added,
                      code,
                      submit: ({ code: _, emergencyNumber: __, ...changed }) =>
                        save(
                          withEntries(countries, code, replaced(entries, index, { ...toNewEntry(changed), isHidden })),
                        ),
                    }
                  : undefined,
                remove: added
                  ? () =>
                      void apply(
                        entries.filter((_, position) => position !== index),
                        `${line.name} is removed`,
                      )
                  : undefined,
              }}
            />
          </li>
        ))}
      </ol>
    </Card>
  );
}
