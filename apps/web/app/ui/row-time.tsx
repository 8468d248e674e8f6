import { formatDay, timeOfDay } from '../lib/locale.ts';
import { RelativeTime } from './relative-time.tsx';

/**
 * A relative time in a table. The exact time replaces it on hover, and while the focus is in the row (`group/row`). On
 * the cards of narrow screens it stays in the tooltip. Screen readers read both. The server does not know the reader's
 * time zone, so only the browser may render it.
 */
export const RowTime = ({ at }: { at: string }) => (
  <span className="group/time relative inline-grid items-center *:col-start-1 *:row-start-1 *:transition-opacity">
    <RelativeTime at={at} className="lg:group-focus-within/row:opacity-0 lg:group-hover/time:opacity-0" />
    <span className="text-xs opacity-0 max-lg:sr-only group-focus-within/row:opacity-100 group-hover/time:opacity-100">
      {formatDay(at)}, {timeOfDay(at)}
    </span>
  </span>
);
