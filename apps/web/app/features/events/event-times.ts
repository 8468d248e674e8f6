import { dateFormat, timeZone as ownTimeZone, timeZones } from '../../lib/locale.ts';

const kinds = {
  whole: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  zone: { timeZoneName: 'long' },
  month: { month: 'short' },
  day: { day: 'numeric' },
  field: { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Falls back to the reader's time zone if the browser does not know a zone yet. */
export const supportedZone = (timeZone: string): string => {
  try {
    dateFormat({ timeZone });
    return timeZone;
  } catch {
    return ownTimeZone();
  }
};

/** Cached, because formatters are expensive to create and events use the same few. */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (kind: keyof typeof kinds, timeZone: string): Intl.DateTimeFormat => {
  const name = `${kind} ${timeZone}`;
  const format = formats.get(name) ?? dateFormat({ ...kinds[kind], timeZone: supportedZone(timeZone) });
  formats.set(name, format);
  return format;
};

/** Formats "Saturday, May 1, 2027 at 12:00 PM" in a time zone. Default: the reader's own. */
export const timeIn = (at: string, timeZone = ownTimeZone()): string =>
  formatOf('whole', timeZone).format(new Date(at));

/** Returns the name of the time in a zone at a moment: "Central European Summer Time". */
export const nameOfZone = (at: string, timeZone = ownTimeZone()): string =>
  formatOf('zone', timeZone)
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/** Month and day for a calendar sheet, "May" and "1". Default: in the reader's time zone. */
export const monthAndDay = (at: string, timeZone = ownTimeZone()): { month: string; day: string } => ({
  month: formatOf('month', timeZone).format(new Date(at)),
  day: formatOf('day', timeZone).format(new Date(at)),
});

/** Formats a moment for a date and time field: "2027-05-01T12:00" in a time zone. */
export const toFieldValue = (at: Date, timeZone: string): string => {
  const parts = formatOf('field', timeZone).formatToParts(at);
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${part['year']}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}`;
};

/** All time zones by name, including `needed` ones that the browser lists under an older name. */
export const zoneOptions = (...needed: string[]): { value: string; label: string }[] =>
  [...new Set(['UTC', ...needed, ...timeZones()])]
    .toSorted()
    .map((name) => ({ value: name, label: name.replaceAll('_', ' ') }));
