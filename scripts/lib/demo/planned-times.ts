import { SeededRandom } from './seeded-random.ts';
import { type Demo, type DemoPost, weekdays } from './words.ts';

const minute = 60 * 1000;
const hour = 60 * minute;
export const day = 24 * hour;

/** Number of days that the demo covers. */
export const spanDays = 60;

/** Hours of each time of day, in the author's time zone. */
const hoursOf: Record<string, readonly [from: number, to: number]> = {
  morning: [6, 10],
  noon: [11, 14],
  evening: [18, 22],
  night: [0, 4],
};

/** Returns a time some days ago, at the wanted time of day and weekday in the author's time zone. */
function timeBefore(now: Date, daysAgo: number, zone: string, when: string | null, random: SeededRandom): Date {
  const timeWords = when?.split(' ') ?? [];
  const [from, to] = timeWords.map((word) => hoursOf[word]).find(Boolean) ?? [7, 22];
  let date = Temporal.Instant.fromEpochMilliseconds(Math.round(now.getTime() - daysAgo * day))
    .toZonedDateTimeISO(zone)
    .toPlainDate();
  const weekday = weekdays.findIndex((name) => timeWords.includes(name)) + 1;
  if (weekday > 0) date = date.subtract({ days: (date.dayOfWeek - weekday + 7) % 7 });
  const time = Temporal.PlainTime.from({ hour: 0 }).add({ minutes: random.integer(from * 60, to * 60) });
  const { epochMilliseconds } = date.toZonedDateTime({ timeZone: zone, plainTime: time });
  return new Date(Math.min(epochMilliseconds + random.integer(0, 59_999), now.getTime() - day));
}

/**
 * Spreads `count` contributions over the days, with more of them recently, as in a growing community. Returns ages in
 * days.
 */
const spread = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => 1.2 + (spanDays - 2.2) * ((index + 0.5) / count) ** 1.25);

const anyTime = () => null;

type Dated<Item> = Item & { at: Date };
export type DatedPost = Dated<Omit<DemoPost, 'comments'>> & { comments: Dated<DemoPost['comments'][number]>[] };

/** Dates comments: within hours of their subject, one after another, and before now. */
export function addDates<Comment extends { content: string }>(
  comments: readonly Comment[],
  from: Date,
  now: Date,
): Dated<Comment>[] {
  const gaps = comments.map(({ content }) => new SeededRandom(`after ${content}`).between(3, 75) ** 1.3 * minute);
  const totalGap = gaps.reduce((sum, gap) => sum + gap, minute);
  const scale = Math.min(1, (now.getTime() - from.getTime()) / totalGap);
  let at = from.getTime();
  return comments.map((one, index) => ({ ...one, at: new Date((at += (gaps[index] ?? 0) * scale)) }));
}

/** Chooses the time of each contribution. */
export function planTimes(demo: Demo, now: Date) {
  const zones = new Map(demo.members.map(({ handle, zone }) => [handle, zone]));
  const zoneOf = (handle: string) => zones.get(handle) ?? 'UTC';
  const spreadOverDays = <Item extends { by: string }>(
    items: readonly Item[],
    word: string,
    whenOf: (item: Item) => string | null,
  ) => {
    const random = new SeededRandom(word);
    const days = spread(items.length);
    return random.shuffled(items).map((item, index) => ({
      ...item,
      at: timeBefore(now, days[index] ?? 1, zoneOf(item.by), whenOf(item), random),
    }));
  };
  const earlier = spreadOverDays(demo.earlierPosts, 'posts', ({ when }) => when);
  const latest = demo.latestPosts.map((post, index) => ({
    ...post,
    at: new Date(now.getTime() - (4 + 11 * index + 4.5 * index ** 1.7) * minute),
  }));
  const posts: DatedPost[] = [...earlier, ...latest].map((post) => ({
    ...post,
    comments: addDates(post.comments, post.at, now),
  }));
  return {
    posts: posts.toSorted((one, other) => one.at.getTime() - other.at.getTime()),
    wins: spreadOverDays(demo.wins, 'wins', anyTime),
    notes: spreadOverDays(demo.notes, 'notes', anyTime),
    recommendations: spreadOverDays(demo.recommendations, 'recommendations', anyTime),
  };
}
export type PlannedTimes = ReturnType<typeof planTimes>;
