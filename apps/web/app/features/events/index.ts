import { lazyPart } from '../../ui/lazy-part.tsx';

export { DateBadge } from './date-badge.tsx';
export { formatEventTime } from './event-times.ts';
export { eventTexts, goingCount } from './events.texts.ts';

export const EventPicker = lazyPart(() => import('./event-picker.tsx'));
