import { dateFormat, timeZone as ownTimeZone, timeZones } from '../../lib/locale.ts';

const formatOptions = {
  dateTime: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  zone: { timeZoneName: 'short' },
  month: { month: 'short' },
  day: { day: 'numeric' },
  field: { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Returns the time zone, or the reader's own if the browser does not know it. */
export const supportedZone = (timeZone: string): string => {
  try {
    dateFormat({ timeZone });
    return timeZone;
  } catch {
    return ownTimeZone();
  }
};

/** Cached, because formatters are expensive to create and most events use the same few. */
const formatters = new Map<string, Intl.DateTimeFormat>();

const getFormatter = (kind: keyof typeof formatOptions, timeZone: string): Intl.DateTimeFormat => {
  const key = `${kind} ${timeZone}`;
  const formatter = formatters.get(key) ?? dateFormat({ ...formatOptions[kind], timeZone: supportedZone(timeZone) });
  formatters.set(key, formatter);
  return formatter;
};

/** Formats "Saturday, May 1, 2027 at 12:00 PM" in a time zone. Default: the reader's own. */
export const formatEventTime = (at: string, timeZone = ownTimeZone()): string =>
  getFormatter('dateTime', timeZone).format(new Date(at));

/** The same, with a line that never breaks between "at" and the time. */
const formatStart = (at: string, timeZone = ownTimeZone()): string =>
  getFormatter('dateTime', timeZone)
    .formatToParts(new Date(at))
    .map(({ value }, index, parts) => (parts[index + 1]?.type === 'hour' ? value.replace(/ $/, '\u00a0') : value))
    .join('');

/** Returns the short name of a time zone at a date, with daylight saving time: "CEST" or "GMT+2", by locale. */
export const zoneNameAt = (at: string, timeZone = ownTimeZone()): string =>
  getFormatter('zone', timeZone)
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/** Returns month and day, by default in the reader's time zone: "May" and "1". */
export const monthAndDay = (at: string, timeZone = ownTimeZone()): [month: string, day: string] => [
  getFormatter('month', timeZone).format(new Date(at)),
  getFormatter('day', timeZone).format(new Date(at)),
];

/** Formats a date in a time zone for a date and time field: "2027-05-01T12:00". */
export const toFieldValue = (at: Date, timeZone: string): string => {
  const values = Object.fromEntries(
    getFormatter('field', timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return `${values['year']}-${values['month']}-${values['day']}T${values['hour']}:${values['minute']}`;
};

/** Returns a field's date and time in words, or undefined while it is incomplete. */
export const localTimeText = (value: string): string | undefined =>
  Number.isNaN(Date.parse(`${value}Z`)) ? undefined : formatEventTime(`${value}Z`, 'UTC');

/**
 * Returns the lines about an event's start: the reader's time, its time zone, and the host's time if its clock differs.
 * The server knows only the host's time.
 */
export const startLines = (at: string, hostZone: string): [start: string, zone: string, hostStart?: string] => {
  const [hostStart, hostZoneName] = [formatStart(at, hostZone), zoneNameAt(at, hostZone)];
  if (import.meta.env.SSR) return [hostStart, `Host’s time, ${hostZoneName}`];
  const date = new Date(at);
  const lines: [string, string] = [formatStart(at), `Your time, ${zoneNameAt(at)}`];
  const isSameClock = toFieldValue(date, hostZone) === toFieldValue(date, ownTimeZone());
  return isSameClock ? lines : [...lines, `Host’s time: ${hostStart}, ${hostZoneName}`];
};

/** Returns all time zones by name, including `requiredZones`, which the browser may list under an older name. */
export const zoneOptions = (...requiredZones: string[]): { value: string; label: string }[] =>
  [...new Set(['UTC', ...requiredZones, ...timeZones()])]
    .toSorted()
    .map((name) => ({ value: name, label: name.replaceAll('_', ' ') }));
