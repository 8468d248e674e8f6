import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { planTimes } from '../../scripts/lib/demo/planned-times.ts';
import { dayOfEvent, demoDirectory, readDemo, weekdays } from '../../scripts/lib/demo/words.ts';

/** Two texts count as alike if they share at least this fraction of their three-word sequences. */
const minSharedFraction = 0.35;

// Reading the demo also validates all of it with the schemas of the contract.
const demo = await readDemo();
const posts = [...demo.latestPosts, ...demo.earlierPosts];
const comments = posts.flatMap((post) => post.comments);

const readPicture = (name: string) => readFile(path.join(demoDirectory, 'pictures', `${name}.webp`));

const trigramsOf = (text: string): Set<string> => {
  const words = text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  return new Set(words.slice(2).map((word, index) => `${words[index]} ${words[index + 1]} ${word}`));
};

test('the demo has the size of a real community', () => {
  expect(demo.members.length).toBeGreaterThanOrEqual(60);
  expect(posts.length).toBeGreaterThanOrEqual(400);
  expect(comments.length).toBeGreaterThanOrEqual(800);
  expect(demo.wins.length).toBeGreaterThanOrEqual(60);
  expect(demo.notes.length).toBeGreaterThanOrEqual(80);
  expect(demo.conversations.length).toBeGreaterThanOrEqual(12);
  expect(demo.events.length).toBeGreaterThanOrEqual(10);
  expect(demo.recommendations.length).toBeGreaterThanOrEqual(20);
  expect(posts.filter(({ poll }) => poll).length).toBeGreaterThanOrEqual(10);
  expect(posts.filter(({ images }) => images.length > 0).length).toBeGreaterThanOrEqual(12);
  expect(demo.entries.length).toBeGreaterThan(0);
});

test('every author is a member of the demo', () => {
  const handles = new Set(demo.members.map(({ handle }) => handle));
  const authored = [
    ...[...posts, ...comments, ...demo.wins, ...demo.notes, ...demo.recommendations, ...demo.events],
    ...demo.meditations.flatMap((meditation) => meditation.comments),
    ...demo.conversations.flatMap(({ one, other, messages }) => [{ by: one }, { by: other }, ...messages]),
  ];
  expect(authored.filter(({ by }) => !handles.has(by))).toEqual([]);
  const foreignMessages = demo.conversations.filter(({ messages, one, other }) =>
    messages.some(({ by }) => by !== one && by !== other),
  );
  expect(foreignMessages).toEqual([]);
});

test.for(['posts', 'wins', 'notes'] as const)('no two %s have similar texts', (kind) => {
  const all = kind === 'posts' ? posts : demo[kind];
  const texts = all.map(({ content }) => ({ content, runs: trigramsOf(content) }));
  expect(new Set(texts.map(({ content }) => content)).size).toBe(texts.length);
  const pairs = texts.flatMap((one, index) =>
    texts.slice(0, index).flatMap((other) => {
      const shared = one.runs.intersection(other.runs).size / Math.min(one.runs.size, other.runs.size);
      return shared >= minSharedFraction ? [[one.content, other.content]] : [];
    }),
  );
  expect(pairs).toEqual([]);
});

test('no member writes the same text twice', () => {
  const said = [...posts, ...comments].map(({ by, content }) => `${by}: ${content}`);
  expect(said.filter((words, index) => words.length > 20 && said.indexOf(words) !== index)).toEqual([]);
});

test('no post or comment mentions suicide, self-harm or an overdose', () => {
  const hardest = /\b(?:suicid|kill myself|self-harm|end my life|overdose)/i;
  expect([...posts, ...comments].filter(({ content }) => hardest.test(content))).toEqual([]);
});

test('no two members have the same portrait, and each photo is described and used once', async () => {
  const hashes = await Promise.all(
    demo.members.map(async ({ handle }) =>
      createHash('sha256')
        .update(await readPicture(`portrait-${handle}`))
        .digest('hex'),
    ),
  );
  expect(new Set(hashes).size).toBe(demo.members.length);
  const usedPhotos = [...posts.flatMap(({ images }) => images), ...demo.events.flatMap(({ photo }) => photo ?? [])];
  expect(usedPhotos.toSorted()).toEqual(demo.photos.map(({ name }) => name).toSorted());
  for (const { name, alt } of demo.photos) {
    expect((await readPicture(name)).length).toBeGreaterThan(0);
    expect(alt.length).toBeGreaterThan(20);
  }
});

const weekdayIn = (text: string) => weekdays.find((weekday) => new RegExp(`\\b${weekday}\\b`, 'i').test(text));

test('an event with a weekday in its title is on that weekday', () => {
  const withWeekday = demo.events.filter(({ title }) => weekdayIn(title) !== undefined);
  expect(withWeekday.length).toBeGreaterThan(0);
  for (const { title, eventDate, timeZone } of withWeekday) {
    const day = Temporal.Instant.fromEpochMilliseconds(eventDate.getTime()).toZonedDateTimeISO(timeZone);
    expect([title, weekdays[day.dayOfWeek - 1]]).toEqual([title, weekdayIn(title)]);
  }
});

test('a post that starts with a weekday is dated on that weekday', () => {
  const withWeekday = posts.filter(
    ({ content }) => /^(?:it is |quiet )?\w+day\b/i.test(content) && weekdayIn(content.slice(0, 20)),
  );
  expect(withWeekday.length).toBeGreaterThan(3);
  for (const { content, when } of withWeekday)
    expect([content, when]).toEqual([content, expect.stringContaining(weekdayIn(content) ?? '')]);
});

test.for([0, 1, 2, 3, 4, 5, 6])(
  'posts with a weekday are dated on it when today is %i days after a Monday',
  (daysAfterMonday) => {
    const zones = new Map(demo.members.map(({ handle, zone }) => [handle, zone]));
    const { posts: planned } = planTimes(demo, new Date(Date.UTC(2026, 10, 30 + daysAfterMonday, 12)));
    const withWeekday = planned.filter(({ when }) => weekdayIn(when ?? '') !== undefined);
    expect(withWeekday.length).toBeGreaterThan(3);
    for (const { content, at, by, when } of withWeekday) {
      const day = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zones.get(by) ?? 'UTC');
      expect([content, weekdays[day.dayOfWeek - 1]]).toEqual([content, weekdayIn(when ?? '')]);
    }
  },
);

test.for(weekdays.flatMap((weekday) => [0, 1, 2, 3, 4, 5, 6].map((later) => [weekday, later] as const)))(
  'the next %s is found when today is %i days after a Monday',
  ([weekday, later]) => {
    const today = Temporal.PlainDate.from('2026-11-30').add({ days: later });
    const day = dayOfEvent(today, 1, weekday);
    expect(weekdays[day.dayOfWeek - 1]).toBe(weekday);
    const { days } = today.until(day);
    expect(days >= 1 && days <= 7).toBe(true);
  },
);
