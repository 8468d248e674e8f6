type Clock = { timeZone: string | null };
export type QuietHours = { quietFrom: number | null; quietUntil: number | null };

/**
 * A member gets at most one push and one mail in this time about one kind of event by one member on one subject. Events that
 * are taken back and repeated cause no flood of alerts.
 */
export const alertWindowMinutes = 30;

const minuteMilliseconds = 60_000;
const dayMinutes = 24 * 60;
const digestMinutes = 8 * 60;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Made once for each zone: making one takes longer than all else that is done for a member. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const clockOf = (timeZone: string): Intl.DateTimeFormat =>
  clocks.getOrInsertComputed(
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

/** What the clock of a member shows: minutes from midnight, and the day of the week, of which Sunday is 0. */
function onClock(moment: Date, { timeZone }: Clock): { minutes: number; weekday: number } {
  const parts = clockOf(timeZone ?? 'UTC').formatToParts(moment);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return { minutes: Number(part('hour')) * 60 + Number(part('minute')), weekday: weekdays.indexOf(part('weekday')) };
}

const isWithin = (minutes: number, from: number, until: number): boolean =>
  from < until ? minutes >= from && minutes < until : minutes >= from || minutes < until;

/** Minutes from one time on a clock to the next time that it shows another. */
const minutesTo = (from: number, to: number): number => (to - from + dayMinutes) % dayMinutes;

const later = (moment: Date, minutes: number): Date =>
  new Date(Math.floor(moment.getTime() / minuteMilliseconds) * minuteMilliseconds + minutes * minuteMilliseconds);

/** When the clock of a member shows a time: the clocks may have changed on the way there. A time that they leave out is past. */
function whenItShows(minutes: number, reckoned: Date, clock: Clock): Date {
  const off = minutesTo(minutes, onClock(reckoned, clock).minutes);
  const moment = later(reckoned, off < dayMinutes / 2 ? -off : dayMinutes - off);
  return onClock(moment, clock).minutes === minutes ? moment : reckoned;
}

/** The moment itself, or the end of the quiet hours that it lies in. */
export function outsideQuietHours(moment: Date, settings: Clock & QuietHours): Date {
  const { quietFrom, quietUntil } = settings;
  if (quietFrom === null || quietUntil === null) return moment;
  const { minutes } = onClock(moment, settings);
  if (!isWithin(minutes, quietFrom, quietUntil)) return moment;
  return whenItShows(quietUntil, later(moment, minutesTo(minutes, quietUntil)), settings);
}

/** When the next gathered mail goes: at eight in the morning, of any day or of a Monday. */
export function nextDigest(moment: Date, rhythm: 'daily' | 'weekly', settings: Clock): Date {
  const { minutes, weekday } = onClock(moment, settings);
  const untilEight = minutesTo(minutes, digestMinutes) || dayMinutes;
  if (rhythm === 'daily') return whenItShows(digestMinutes, later(moment, untilEight), settings);
  const isTomorrow = minutes + untilEight >= dayMinutes;
  const daysToMonday = (1 - (weekday + (isTomorrow ? 1 : 0)) + 14) % 7;
  return whenItShows(digestMinutes, later(moment, untilEight + daysToMonday * dayMinutes), settings);
}
