type Clock = { timeZone: string | null };
/** Quiet hours in minutes after midnight. Null without quiet hours. */
export type QuietHours = { quietFrom: number | null; quietUntil: number | null };

/**
 * Within this time, a member gets at most one push and one mail per kind of event, actor and subject. This limits
 * alerts when somebody repeats an action, for example likes and unlikes a post.
 */
export const alertWindowMinutes = 30;

const minuteMilliseconds = 60_000;
const dayMinutes = 24 * 60;
const digestMinutes = 8 * 60;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** One formatter per time zone, because creating a formatter is expensive. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const formatterFor = (timeZone: string): Intl.DateTimeFormat =>
  formatters.getOrInsertComputed(
    timeZone,
    () =>
      new Intl.DateTimeFormat('en', {
        timeZone,
        hour: 'numeric',
        minute: 'numeric',
        weekday: 'short',
        hourCycle: 'h23',
      }),
  );

/** Returns the local time as minutes after midnight, and the weekday, where Sunday is 0. */
function localTimeOf(time: Date, { timeZone }: Clock): { minutes: number; weekday: number } {
  const parts = formatterFor(timeZone ?? 'UTC').formatToParts(time);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return { minutes: Number(part('hour')) * 60 + Number(part('minute')), weekday: weekdays.indexOf(part('weekday')) };
}

const isWithin = (minutes: number, from: number, until: number): boolean =>
  from < until ? minutes >= from && minutes < until : minutes >= from || minutes < until;

/** Minutes from one time of day to the next occurrence of another. */
const minutesTo = (from: number, to: number): number => (to - from + dayMinutes) % dayMinutes;

const addMinutes = (time: Date, minutes: number): Date =>
  new Date(Math.floor(time.getTime() / minuteMilliseconds) * minuteMilliseconds + minutes * minuteMilliseconds);

/**
 * Corrects an estimated time for a change to or from daylight saving time, so that the local time is `minutes` after
 * midnight. Returns the estimate for a local time that the change skips.
 */
function adjustToLocalTime(minutes: number, estimate: Date, clock: Clock): Date {
  const drift = minutesTo(minutes, localTimeOf(estimate, clock).minutes);
  const time = addMinutes(estimate, drift < dayMinutes / 2 ? -drift : dayMinutes - drift);
  return localTimeOf(time, clock).minutes === minutes ? time : estimate;
}

/** Returns the time itself, or the end of the quiet hours it falls into. */
export function outsideQuietHours(time: Date, settings: Clock & QuietHours): Date {
  const { quietFrom, quietUntil } = settings;
  if (quietFrom === null || quietUntil === null) return time;
  const { minutes } = localTimeOf(time, settings);
  if (!isWithin(minutes, quietFrom, quietUntil)) return time;
  return adjustToLocalTime(quietUntil, addMinutes(time, minutesTo(minutes, quietUntil)), settings);
}

/** Returns the time of the next digest mail: 8 a.m. local time, every day or on Mondays. */
export function nextDigest(time: Date, frequency: 'daily' | 'weekly', settings: Clock): Date {
  const { minutes, weekday } = localTimeOf(time, settings);
  const untilEight = minutesTo(minutes, digestMinutes) || dayMinutes;
  if (frequency === 'daily') return adjustToLocalTime(digestMinutes, addMinutes(time, untilEight), settings);
  const isTomorrow = minutes + untilEight >= dayMinutes;
  const daysToMonday = (1 - (weekday + (isTomorrow ? 1 : 0)) + 14) % 7;
  return adjustToLocalTime(digestMinutes, addMinutes(time, untilEight + daysToMonday * dayMinutes), settings);
}
