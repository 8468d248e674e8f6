import { lazyDialog } from '../../ui/lazy-dialog.tsx';

export const CsvDialog = lazyDialog(() => import('./csv-dialog.tsx'));
