export { type CsvColumn, downloadCsv } from './csv-file.ts';
export { ListEntries, ListLoading } from './entries.tsx';
export { EntryCounts } from './entry-counts.tsx';
export { AccessCodeForm, GatedContent, GatedPage, GatedTitle, useGateFocus } from './gated-page.tsx';
export { TwoStepDelete } from './two-step-delete.tsx';
