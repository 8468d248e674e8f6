import { eventErrors } from '@commons/contract/events';
import { errorsOf } from '../../platform/errors.ts';

export const eventError = errorsOf(eventErrors);

/**
 * The moment that is meant by a time on a clock in a time zone, or by a time with its offset. Where the clocks go back and
 * show a time twice, the first is meant. @throws AppError where they go forward and leave it out.
 */
export function momentOf(text: string, timeZone: string): Date {
  if (/(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return new Date(text);
  const onClock = Temporal.PlainDateTime.from(text);
  const moment = onClock.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (!moment.toPlainDateTime().equals(onClock)) throw eventError('events.no_such_time');
  return new Date(moment.epochMilliseconds);
}
