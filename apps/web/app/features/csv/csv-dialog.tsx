import { csvPath, type CsvKind, csvLimits } from '@commons/contract/csv';
import { csvCalls } from '@commons/contract/csv/calls';
import type { CsvReport } from '@commons/contract/csv/schemas';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type SyntheticEvent, useId, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { explainFailure, showFailure } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/locale.ts';
import { randomId } from '../../lib/random-id.ts';
import { showToast } from '../../lib/toast-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Status } from '../../ui/loading.tsx';
import { problemsText } from './csv.texts.ts';

type CsvDialogProps = {
  kind: CsvKind;
  /** Plural name of the table's content, as in the screen's title. */
  title: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onImported: () => void;
};

type CheckedFile = { csv: string; idempotencyKey: string; report: CsvReport };

const tooLargeText = 'This file is too large. Please import it in parts.';

/** Exports and imports a table as CSV. An import shows a preview of its changes first. */
export default function CsvDialog({ kind, title, isOpen, onOpenChange, onImported }: CsvDialogProps) {
  const [fileError, setFileError] = useState<string>();
  const check = useMutation({
    mutationFn: async (file: File): Promise<CheckedFile> => {
      const csv = await file.text();
      const report = await call(csvCalls.checkCsv, { params: { kind }, body: { csv } });
      return { csv, idempotencyKey: randomId(), report };
    },
  });
  const importRows = useMutation({
    meta: { changes: ['library', 'journal-prompts', 'admin'] },
    mutationFn: ({ csv, idempotencyKey }: CheckedFile) =>
      call(csvCalls.importCsv, { params: { kind }, body: { csv } }, { idempotencyKey }),
    onSuccess: (counts) => {
      showToast({ title: `${title} imported`, description: summarize(counts) });
      onImported();
      onOpenChange(false);
    },
    onError: (error) => showFailure(error, 'Failed to import. Nothing was changed. Please try again.'),
  });
  const checkedFile = check.data;
  const isReady =
    checkedFile !== undefined &&
    checkedFile.report.problemsCount === 0 &&
    checkedFile.report.added + checkedFile.report.changed > 0;
  const checkFile = (file: File | null) => {
    check.reset();
    importRows.reset();
    setFileError(file && file.size > csvLimits.maxCharacters ? tooLargeText : undefined);
    if (file && file.size <= csvLimits.maxCharacters) check.mutate(file);
  };
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Import or export ${title.toLowerCase()}`}
      submitLabel="Import"
      pendingLabel="Importing..."
      canSubmit={isReady}
      isPending={importRows.isPending}
    >
      {(id) => (
        <form
          id={id}
          className="flex flex-col gap-6 pb-1"
          onSubmit={(event: SyntheticEvent) => {
            event.preventDefault();
            if (isReady) importRows.mutate(checkedFile);
          }}
        >
          <div className="flex flex-col items-start gap-3">
            <p className="text-sm text-muted">
              The file lists all current {title.toLowerCase()}. It opens in any spreadsheet.
            </p>
            <a href={csvPath(kind)} download className={buttonClass('secondary')}>
              <Download size={20} strokeWidth={1.75} aria-hidden="true" />
              Export as CSV
            </a>
          </div>
          <FileField
            label="CSV file to import"
            hint={`Rows with an id update existing entries. Rows without one are added. Nothing is deleted. Up to ${formatCount(csvLimits.maxRows)} rows.`}
            accept=".csv,text/csv"
            isDisabled={importRows.isPending}
            error={
              fileError ?? (check.isError ? (explainFailure(check.error) ?? 'The file could not be read.') : undefined)
            }
            onChoose={checkFile}
          />
          <Status className="flex flex-col gap-3 empty:hidden">
            {check.isPending && <p className="text-sm text-muted">Reading the file...</p>}
            {checkedFile && <Report report={checkedFile.report} />}
          </Status>
        </form>
      )}
    </DialogForm>
  );
}

type Counts = Pick<CsvReport, 'added' | 'changed' | 'unchanged'>;

const summarize = ({ added, changed, unchanged }: Counts): string =>
  `New: ${formatCount(added)}. Changed: ${formatCount(changed)}. Already here: ${formatCount(unchanged)}.`;

function Report({ report }: { report: CsvReport }) {
  const { problems, problemsCount } = report;
  const captionId = useId();
  if (problemsCount === 0) {
    return (
      <Banner tone="ok" title="No problems found">
        {summarize(report)}
      </Banner>
    );
  }
  const hiddenCount = problemsCount - problems.length;
  return (
    <>
      <Banner tone="danger" title={problemsText(problemsCount)}>
        Nothing was imported. Please fix the file and choose it again.
      </Banner>
      <div
        role="region"
        aria-labelledby={captionId}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll this region
        tabIndex={0}
        className="overflow-x-auto rounded-control border border-line"
      >
        <table className="w-full text-start text-sm">
          <caption id={captionId} className="sr-only">
            Problems
          </caption>
          <thead className="bg-sunk text-start">
            <tr>
              <th scope="col" className="px-3 py-2 text-start font-semibold">
                Line
              </th>
              <th scope="col" className="px-3 py-2 text-start font-semibold">
                Column
              </th>
              <th scope="col" className="px-3 py-2 text-start font-semibold">
                Problem
              </th>
            </tr>
          </thead>
          <tbody>
            {problems.map(({ line, column, message }) => (
              <tr key={`${line} ${column} ${message}`} className="border-t border-line align-top">
                <td className="px-3 py-2 tabular-nums">{line}</td>
                <td className="max-w-48 px-3 py-2 wrap-break-word">{column ?? 'entire row'}</td>
                <td className="px-3 py-2">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {hiddenCount > 0 && <p className="text-sm text-muted">And {formatCount(hiddenCount)} more.</p>}
    </>
  );
}
