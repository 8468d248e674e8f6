import { formatDay, formatMoment, timeOfDay } from '../../lib/locale.ts';

/** A day and a time: who looks after others wants to know when exactly. */
export const Timestamp = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatMoment(at)}>
    <span className="whitespace-nowrap">{formatDay(at)},</span>{' '}
    <span className="whitespace-nowrap">{timeOfDay(at)}</span>
  </time>
);
