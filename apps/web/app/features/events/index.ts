import { lazyDialog } from '../../ui/lazy-dialog.tsx';

export { DateBadge } from './date-badge.tsx';
export { formatEventTime } from './event-times.ts';

export const EventPicker = lazyDialog(() => import('./event-picker.tsx'));
