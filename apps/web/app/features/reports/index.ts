import { lazyPart } from '../../ui/lazy-part.tsx';

export { reasonLabels, subjectLabels } from './reports.texts.ts';
export { GuidelineField } from './guideline-field.tsx';
export { default as ReportDialog } from './report-dialog.tsx';
export { ContributionMenu, contributionMenu } from './contribution-menu.tsx';

/** For screens that open the dialog without a menu. */
export const LazyReportDialog = lazyPart(() => import('./report-dialog.tsx'));
