import { dateFormat, timeZone as ownTimeZone, timeZones } from '../../lib/locale.ts';

const kinds = {
  whole: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  zone: { timeZoneName: 'long' },
  month: { month: 'short' },
  day: { day: 'numeric' },
  field: { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** The server knows zones that are younger than a browser: there the reader's own stands for one. */
export const zoneHere = (timeZone: string): string => {
  try {
    dateFormat({ timeZone });
    return timeZone;
  } catch {
    return ownTimeZone();
  }
};

/** Costly to make, hence kept: a page of events needs some of them many times. */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (kind: keyof typeof kinds, timeZone: string): Intl.DateTimeFormat => {
  const name = `${kind} ${timeZone}`;
  const format = formats.get(name) ?? dateFormat({ ...kinds[kind], timeZone: zoneHere(timeZone) });
  formats.set(name, format);
  return format;
};

/** "Saturday, May 1, 2027 at 12:00 PM", as a clock in a time zone shows it; the reader's own unless told. */
export const timeIn = (at: string, timeZone = ownTimeZone()): string =>
  formatOf('whole', timeZone).format(new Date(at));

/** "Central European Summer Time": what the time in a zone is called at a moment. */
export const nameOfZone = (at: string, timeZone = ownTimeZone()): string =>
  formatOf('zone', timeZone)
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/** What is on the leaf of a calendar: "May" and "1", of the reader's day. */
export const leafOf = (at: string): { month: string; day: string } => ({
  month: formatOf('month', ownTimeZone()).format(new Date(at)),
  day: formatOf('day', ownTimeZone()).format(new Date(at)),
});

/** A moment as a field for date and time takes it: "2027-05-01T12:00" on a clock in a time zone. */
export const onClock = (at: Date, timeZone: string): string => {
  const parts = formatOf('field', timeZone).formatToParts(at);
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${part['year']}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}`;
};

/** Every time zone by its name, and those among them that the browser knows by an older one. */
export const zoneOptions = (...needed: string[]): { value: string; label: string }[] =>
  [...new Set(['UTC', ...needed, ...timeZones()])]
    .toSorted()
    .map((name) => ({ value: name, label: name.replaceAll('_', ' ') }));
