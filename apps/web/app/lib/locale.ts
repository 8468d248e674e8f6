export { graphemesOf } from '@commons/contract/graphemes';

/** The language of all words and numbers on a page, in every browser. */
export const locale = 'en';

const lazily = <Made>(make: () => Made): (() => Made) => {
  let made: Made | undefined;
  return () => (made ??= make());
};

/**
 * How a language writes dates: whether the day or the month comes first, and whether the clock has 12 or 24 hours. Pages
 * follow it with English words: "5 Jan 2026, 21:41" in Germany, "Jan 5, 2026, 9:41 PM" in the USA.
 */
export function dateConventionsOf(language: string | undefined): { locale: string; hourCycle: 'h12' | 'h23' } {
  const own = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', hour: 'numeric' });
  const parts = own.formatToParts(0).map(({ type }) => type);
  const hourCycle = own.resolvedOptions().hourCycle?.startsWith('h1') ? 'h12' : 'h23';
  const dayFirst = hourCycle === 'h12' ? 'en-AU' : 'en-GB';
  return { locale: parts.indexOf('day') < parts.indexOf('month') ? dayFirst : 'en-US', hourCycle };
}

/** Those of the reader's browser. Nobody's browser is known to the build and the server. */
const conventions = /* @__PURE__ */ lazily(() =>
  dateConventionsOf(typeof document === 'undefined' ? 'en-US' : undefined),
);

// Formatters are costly: the first one takes some 15 ms on a phone. Each is created on first use.
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
const past = /* @__PURE__ */ lazily(() => new Intl.RelativeTimeFormat(locale));
const pluralRules = /* @__PURE__ */ lazily(() => new Intl.PluralRules(locale));
const ordinalRules = /* @__PURE__ */ lazily(() => new Intl.PluralRules(locale, { type: 'ordinal' }));
const sentences = /* @__PURE__ */ lazily(() => new Intl.Segmenter(locale, { granularity: 'sentence' }));

/** The reader's own time zone by its name, "Europe/Berlin". */
export const timeZone = (): string => clock().resolvedOptions().timeZone;

/** A formatter for a time zone that somebody named: whoever needs one keeps it. */
export const dateFormat = (
  options: Intl.DateTimeFormatOptions,
  { locale: written, hourCycle } = conventions(),
): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(written, {
    hourCycle,
    ...options,
    // A clock of 24 hours shows 00:01.
    ...(options.hour === 'numeric' && hourCycle === 'h23' && { hour: '2-digit' }),
  });

/** Every time zone that the browser knows, by its name. */
export const timeZones = (): string[] => Intl.supportedValuesOf('timeZone');

/** "2,847". */
export const formatCount = (value: number): string => count().format(value);

const ordinalSuffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** "1st", "22nd", "17th". */
export const formatOrdinal = (value: number): string =>
  `${count().format(value)}${ordinalSuffixes[ordinalRules().select(value)] ?? 'th'}`;

/** "2,847", and from ten thousand on "15.2k", with the lower-case k of the specification. */
export const compactNumber = (value: number): string =>
  Math.abs(value) < 10_000 ? count().format(value) : compactCount().format(value).replace('K', 'k');

/** The form of a word that a count asks for; a language may have more of them than one and many. */
export const plural = (
  count: number,
  forms: { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>,
): string => forms[pluralRules().select(count)] ?? forms.other;

/** "Monday, January 5, 2026 at 9:41 PM": what a time says to those who rest on it. */
export const formatMoment = (at: string): string => moment().format(new Date(at));

/** "Jan 5, 2026". */
export const formatDay = (at: string): string => dayWithYear().format(new Date(at));

/** "2 hours ago". */
export const ago = (count: number, unit: Intl.RelativeTimeFormatUnit): string => past().format(-count, unit);

/** "9:41 PM". */
export const timeOfDay = (at: string): string => clock().format(new Date(at));

/** "January 5, 2026", of a date that belongs to no time zone. */
export const formatDate = (date: string): string => dateWithoutZone().format(new Date(date));

/** The beginning of a moment's day by the calendar of this device. */
export const dayOf = (at: Date | string): number => new Date(at).setHours(0, 0, 0, 0);

/** Whole days between two moments by the calendar of this device; summer time makes some days longer. */
const daysBetween = (earlier: Date, later: Date): number => Math.round((dayOf(later) - dayOf(earlier)) / 86_400_000);

export const isSameDay = (one: string, other: string): boolean => dayOf(one) === dayOf(other);

/** A moment in the room of a list row: the time today, else the day. */
export const shortMoment = (at: string, now: Date = new Date()): string => {
  const then = new Date(at);
  const days = daysBetween(then, now);
  if (days <= 0) return clock().format(then);
  if (days === 1) return 'Yesterday';
  if (days < 7) return shortWeekday().format(then);
  return (then.getFullYear() === now.getFullYear() ? shortDate : numericDate)().format(then);
};

/** The heading above what happened on one day. */
export const dayLabel = (at: string, now: Date = new Date()): string => {
  const then = new Date(at);
  const days = daysBetween(then, now);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  if (days < 7) return weekday().format(then);
  return (then.getFullYear() === now.getFullYear() ? longDate : longDateWithYear)().format(then);
};

/** A text by its sentences, each with the space after it, as Unicode's rules part them in any script; else by its lines. */
export const sentencesOf = (text: string): string[] =>
  // Older browsers have no segmenter.
  typeof Intl.Segmenter === 'function'
    ? Array.from(sentences().segment(text), ({ segment }) => segment)
    : text.split(/(?<=\n)/);
