import { lazyDialog } from '../../ui/lazy-opening.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const load = () => import('./csv-dialog.tsx');

/** A button with the dialog. */
export const CsvDialog = lazyDialog(load);

/** The dialog alone, for a menu. */
export const LazyCsvDialog = lazyPart(load);
