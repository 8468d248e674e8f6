import { lazyDialog } from '../../ui/lazy-opening.tsx';

export const CalendarDialog = lazyDialog(() => import('./calendar-dialog.tsx'));
