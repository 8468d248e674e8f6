import { lazyDialog } from '../../ui/lazy-dialog.tsx';

export { DateBadge } from './date-badge.tsx';
export { formatEventTime as timeIn } from './event-times.ts';

export const EventPicker = lazyDialog(() => import('./event-picker.tsx'));
