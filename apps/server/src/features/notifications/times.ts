type Clock = { timeZone: string | null };
/** Quiet hours in minutes after midnight. Null without quiet hours. */
export type QuietHours = { quietFrom: number | null; quietUntil: number | null };

/**
 * Within this time, a member gets at most one push and one mail per kind of event, actor and subject. This limits
 * alerts when somebody repeats an action, for example likes and unlikes a post.
 */
export const alertWindowMinutes = 30;

const digestMinutes = 8 * 60;

const localTimeOf = (time: Date, { timeZone }: Clock): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone ?? 'UTC');

/** Returns a time on the same day. If clocks skip it, it is moved ahead by the skipped time. */
const onSameDay = (day: Temporal.ZonedDateTime, minutes: number): Temporal.ZonedDateTime =>
  day.with({ hour: Math.floor(minutes / 60), minute: minutes % 60, second: 0, millisecond: 0 });

const isAfter = (time: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime): boolean =>
  Temporal.ZonedDateTime.compare(time, other) > 0;

const isWithin = (minutes: number, from: number, until: number): boolean =>
  from < until ? minutes >= from && minutes < until : minutes >= from || minutes < until;

/** Returns the time itself, or the end of the quiet hours it falls into. */
export function outsideQuietHours(time: Date, settings: Clock & QuietHours): Date {
  const { quietFrom, quietUntil } = settings;
  if (quietFrom === null || quietUntil === null) return time;
  const local = localTimeOf(time, settings);
  if (!isWithin(local.hour * 60 + local.minute, quietFrom, quietUntil)) return time;
  const today = onSameDay(local, quietUntil);
  const end = isAfter(today, local) ? today : onSameDay(local.add({ days: 1 }), quietUntil);
  return new Date(end.epochMilliseconds);
}

/** Returns the time of the next digest mail: 8 a.m. local time, every day or on Mondays. */
export function nextDigest(time: Date, frequency: 'daily' | 'weekly', clock: Clock): Date {
  const local = localTimeOf(time, clock);
  const today = onSameDay(local, digestMinutes);
  const isToday = isAfter(today, local) && (frequency === 'daily' || local.dayOfWeek === 1);
  const days = frequency === 'daily' ? 1 : 8 - local.dayOfWeek;
  return new Date((isToday ? today : onSameDay(local.add({ days }), digestMinutes)).epochMilliseconds);
}
