import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { ReportDialogProps } from './report-dialog.tsx';

const ReportDialog = lazyDialog(() => import('./report-dialog.tsx'));

/** Loads the dialog's code on first use. Remounts the dialog each time, so that each report starts empty. */
export const LazyReportDialog = (props: ReportDialogProps) => props.isOpen && <ReportDialog {...props} />;
