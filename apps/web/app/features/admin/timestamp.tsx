import { formatDay, formatDateTime, timeOfDay } from '../../lib/locale.ts';

/** An exact date and time. */
export const Timestamp = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    <span className="whitespace-nowrap">{formatDay(at)},</span>{' '}
    <span className="whitespace-nowrap">{timeOfDay(at)}</span>
  </time>
);
