import { lazyDialog } from '../../ui/lazy-opening.tsx';

export const CsvDialog = lazyDialog(() => import('./csv-dialog.tsx'));
