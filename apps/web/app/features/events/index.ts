import { lazyDialog } from '../../ui/lazy-dialog.tsx';

export { DateBadge as EventLeaf } from './event-leaf.tsx';
export { timeIn } from './event-times.ts';

export const EventPicker = lazyDialog(() => import('./event-picker.tsx'));
