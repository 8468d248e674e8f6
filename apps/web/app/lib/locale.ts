export { graphemesOf } from '@commons/contract/graphemes';

/** Language of all texts and numbers, independent of the browser. */
export const locale = 'en';

const lazily = <Value>(create: () => Value): (() => Value) => {
  let value: Value | undefined;
  return () => (value ??= create());
};

/**
 * Returns how a language writes dates: day or month first, and a 12 or 24 hour clock. Pages apply it with English
 * words: "5 Jan 2026, 21:41" in Germany, "Jan 5, 2026, 9:41 PM" in the USA.
 */
export function dateConventionsOf(language: string | undefined): { locale: string; hourCycle: 'h12' | 'h23' } {
  const format = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', hour: 'numeric' });
  const parts = format.formatToParts(0).map(({ type }) => type);
  const hourCycle = format.resolvedOptions().hourCycle?.startsWith('h1') ? 'h12' : 'h23';
  const dayFirst = hourCycle === 'h12' ? 'en-AU' : 'en-GB';
  return { locale: parts.indexOf('day') < parts.indexOf('month') ? dayFirst : 'en-US', hourCycle };
}

/** Conventions of the reader's browser, which the build and the server do not know. */
const conventions = /* @__PURE__ */ lazily(() =>
  dateConventionsOf(typeof document === 'undefined' ? 'en-US' : undefined),
);

// The first formatter takes about 15 ms on a phone, so each is created on first use.
const dateFormatter = (options: Intl.DateTimeFormatOptions) => lazily(() => dateFormat(options));

const count = /* @__PURE__ */ lazily(() => new Intl.NumberFormat(locale));
const compactCount = /* @__PURE__ */ lazily(
  () => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
);
const moment = /* @__PURE__ */ dateFormatter({ dateStyle: 'full', timeStyle: 'short' });
const clock = /* @__PURE__ */ dateFormatter({ hour: 'numeric', minute: '2-digit' });
const weekday = /* @__PURE__ */ dateFormatter({ weekday: 'long' });
const shortWeekday = /* @__PURE__ */ dateFormatter({ weekday: 'short' });
const shortDate = /* @__PURE__ */ dateFormatter({ day: 'numeric', month: 'short' });
const longDate = /* @__PURE__ */ dateFormatter({ weekday: 'long', day: 'numeric', month: 'long' });
const longDateWithYear = /* @__PURE__ */ dateFormatter({ day: 'numeric', month: 'long', year: 'numeric' });
const numericDate = /* @__PURE__ */ dateFormatter({ dateStyle: 'short' });
const dayWithYear = /* @__PURE__ */ dateFormatter({ dateStyle: 'medium' });
const dateWithoutZone = /* @__PURE__ */ dateFormatter({ dateStyle: 'long', timeZone: 'UTC' });
const percent = /* @__PURE__ */ lazily(() => new Intl.NumberFormat(locale, { style: 'percent' }));
const list = /* @__PURE__ */ lazily(() => new Intl.ListFormat(locale));
/** Formatters by unit and options. Creating one takes 80 µs, and the player formats its time every second. */
const unitFormats = new Map<string, Intl.NumberFormat>();
const past = /* @__PURE__ */ lazily(() => new Intl.RelativeTimeFormat(locale));
const pluralRules = /* @__PURE__ */ lazily(() => new Intl.PluralRules(locale));
const ordinalRules = /* @__PURE__ */ lazily(() => new Intl.PluralRules(locale, { type: 'ordinal' }));
const sentences = /* @__PURE__ */ lazily(() => new Intl.Segmenter(locale, { granularity: 'sentence' }));

/** Name of the browser's time zone, for example "Europe/Berlin". */
export const timeZone = (): string => clock().resolvedOptions().timeZone;

/** Creates a formatter. Expensive: keep the result. */
export const dateFormat = (
  options: Intl.DateTimeFormatOptions,
  { locale: dateLocale, hourCycle } = conventions(),
): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(dateLocale, {
    hourCycle,
    ...options,
    // A 24 hour clock shows 00:01.
    ...(options.hour === 'numeric' && hourCycle === 'h23' && { hour: '2-digit' }),
  });

/** Names of all time zones that the browser knows. */
export const timeZones = (): string[] => Intl.supportedValuesOf('timeZone');

/** Example: "2,847". */
export const formatCount = (value: number): string => count().format(value);

const ordinalSuffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** "1st", "22nd", "17th". */
export const formatOrdinal = (value: number): string =>
  `${count().format(value)}${ordinalSuffixes[ordinalRules().select(value)] ?? 'th'}`;

/** Example: "2,847", or "15.2k" from ten thousand on. The lower-case k is specified. */
export const compactNumber = (value: number): string =>
  Math.abs(value) < 10_000 ? count().format(value) : compactCount().format(value).replace('K', 'k');

/** Example: "60%", for 0.6. */
export const formatPercent = (share: number): string => percent().format(share);

/** Example: "3 days". The short form is "3.1 ms" or "5 hr". */
export function formatUnit(value: number, unit: string, options: Intl.NumberFormatOptions = {}): string {
  const key = JSON.stringify([unit, options]);
  const format =
    unitFormats.get(key) ?? new Intl.NumberFormat(locale, { style: 'unit', unitDisplay: 'long', unit, ...options });
  unitFormats.set(key, format);
  return format.format(value);
}

/** Formats a duration in the units that are not zero: "1 hour 30 minutes", or "1 hr 30 min". */
export function formatDuration(seconds: number, options?: Intl.NumberFormatOptions): string {
  const parts = [
    { count: Math.floor(seconds / 3600), unit: 'hour' },
    { count: Math.floor(seconds / 60) % 60, unit: 'minute' },
    { count: Math.floor(seconds) % 60, unit: 'second' },
  ];
  const texts = parts.filter(({ count }) => count > 0).map(({ count, unit }) => formatUnit(count, unit, options));
  return texts.length === 0 ? formatUnit(0, 'second', options) : texts.join(' ');
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];

/** Formats bytes in decimal units: "84 MB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(byteUnits.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  const unitDisplay = power === 0 ? 'long' : 'short';
  return formatUnit(value, byteUnits[power] ?? 'byte', { unitDisplay, maximumFractionDigits: value < 10 ? 1 : 0 });
}

/** Example: "Ana, Ben, and Tom". */
export const formatList = (items: readonly string[]): string => list().format(items);

type PluralForms = {
  /** The text for zero. */
  none?: string;
  other: string;
} & Partial<Record<Intl.LDMLPluralRule, string>>;

/**
 * Returns the text for a count, with the formatted count for "#". Languages can have more than two forms. Texts by
 * members may contain "#", so they are added afterwards.
 */
export const plural = (count: number, { none, ...forms }: PluralForms): string =>
  count === 0 && none !== undefined
    ? none
    : (forms[pluralRules().select(count)] ?? forms.other).replace('#', formatCount(count));

/** Full date and time for tooltips, for example "Monday, January 5, 2026 at 9:41 PM". */
export const formatDateTime = (at: string): string => moment().format(new Date(at));

/** Example: "Jan 5, 2026". */
export const formatDay = (at: string): string => dayWithYear().format(new Date(at));

/** Example: "2 hours ago". */
export const ago = (count: number, unit: Intl.RelativeTimeFormatUnit): string => past().format(-count, unit);

/** Example: "9:41 PM". */
export const timeOfDay = (at: string): string => clock().format(new Date(at));

/** Example: "January 5, 2026", for a date without a time zone. */
export const formatDate = (date: string): string => dateWithoutZone().format(new Date(date));

/** Start of the local day of a time, in milliseconds since 1970. */
export const dayOf = (at: Date | string): number => new Date(at).setHours(0, 0, 0, 0);

/** Number of local days between two times. Rounded, because a clock change makes a day longer or shorter. */
const daysBetween = (earlier: Date, later: Date): number => Math.round((dayOf(later) - dayOf(earlier)) / 86_400_000);

export const isSameDay = (one: string, other: string): boolean => dayOf(one) === dayOf(other);

/** Short form for list rows: the time if today, otherwise the day. */
export const shortMoment = (at: string, now: Date = new Date()): string => {
  const then = new Date(at);
  const days = daysBetween(then, now);
  if (days <= 0) return clock().format(then);
  if (days === 1) return 'Yesterday';
  if (days < 7) return shortWeekday().format(then);
  return (then.getFullYear() === now.getFullYear() ? shortDate : numericDate)().format(then);
};

/** Heading for the items of one day. */
export const dayLabel = (at: string, now: Date = new Date()): string => {
  const then = new Date(at);
  const days = daysBetween(then, now);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return weekday().format(then);
  return (then.getFullYear() === now.getFullYear() ? longDate : longDateWithYear)().format(then);
};

/** Heading for the notifications of a period. */
export const periodLabel = (at: string, now: Date = new Date()): string => {
  const days = daysBetween(new Date(at), now);
  if (days <= 0) return 'Today';
  return days < 7 ? 'This week' : 'Earlier';
};

/** Splits a text into sentences by Unicode's rules, each with its trailing space. Falls back to lines. */
export const sentencesOf = (text: string): string[] =>
  // Older browsers have no segmenter.
  typeof Intl.Segmenter === 'function'
    ? Array.from(sentences().segment(text), ({ segment }) => segment)
    : text.split(/(?<=\n)/);
