export { reasonLabels, subjectLabels } from './report-words.ts';
export { GuidelineField } from './guideline-field.tsx';
export { LazyReportDialog } from './lazy-report-dialog.tsx';
export { WrittenMenu } from './written-menu.tsx';
