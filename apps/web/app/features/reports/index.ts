export { reasonLabels, subjectLabels } from './report-texts.ts';
export { GuidelineField } from './guideline-field.tsx';
export { LazyReportDialog } from './lazy-report-dialog.tsx';
export { ContributionMenu } from './contribution-menu.tsx';
