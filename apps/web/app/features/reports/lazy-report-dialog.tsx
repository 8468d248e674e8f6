import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { ReportDialogProps } from './report-dialog.tsx';

const ReportDialog = lazyDialog(() => import('./report-dialog.tsx'));

/** Fetched when somebody asks for it, and mounted anew each time: a second report is another one. */
export const LazyReportDialog = (props: ReportDialogProps) => props.isOpen && <ReportDialog {...props} />;
