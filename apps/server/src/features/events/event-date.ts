import { eventErrors } from '@commons/contract/events';
import { errorsOf } from '../../platform/errors.ts';

export const eventError = errorsOf(eventErrors);

/**
 * Returns the instant of a local time in a time zone, or of a time with an offset. Of a local time that occurs twice,
 * when clocks go back, it returns the first.
 * @throws AppError `events.no_such_time` for a local time that clocks skip when they go forward.
 */
export function toInstant(text: string, timeZone: string): Date {
  if (/(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return new Date(text);
  const localTime = Temporal.PlainDateTime.from(text);
  const instant = localTime.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (!instant.toPlainDateTime().equals(localTime)) throw eventError('events.no_such_time');
  return new Date(instant.epochMilliseconds);
}
