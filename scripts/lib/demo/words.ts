import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { commentInput } from '@commons/contract/contributions/schemas';
import { eventInput } from '@commons/contract/events/schemas';
import { postInput } from '@commons/contract/feed/schemas';
import { noteInput } from '@commons/contract/gratitude/schemas';
import { journalEntryInput } from '@commons/contract/journal/schemas';
import { sendMessageInput } from '@commons/contract/messages/schemas';
import { profileInput } from '@commons/contract/profiles/schemas';
import { recommendationInput } from '@commons/contract/recommendations/schemas';
import { winInput } from '@commons/contract/wins/schemas';
import { toInstant } from '../../../apps/server/src/features/events/event-date.ts';
import { root } from '../root.ts';
import { type Block, readBlocks, type Reply } from './blocks.ts';
import { SeededRandom } from './seeded-random.ts';

export const demoDirectory = path.join(root, 'content/demo');

const splitTrimmed = (text: string | undefined, by: string): string[] =>
  text ? text.split(by).map((part) => part.trim()) : [];

const toComment = ({ by, words }: Reply) => ({ by, content: commentInput.parse({ content: words }).content });

function toMember({ heading, fields, text }: Block) {
  const [handle = '', firstName = '', ...others] = heading.split(' ');
  const { zone = 'UTC', ...about } = fields;
  if (text !== '') throw new Error(`The block of ${handle} has text outside its fields: ${text}`);
  const profile = profileInput.required({ firstName: true, lastName: true }).parse({
    ...about,
    firstName,
    lastName: others.join(' '),
  });
  return { handle, zone, profile };
}

/** Parses a post. Pictures and a poll stay as data; the functions that fill the tables store them. */
function toPost({ heading, fields, text, replies }: Block) {
  const { content, contentWarning = null } = postInput.parse({
    content: text,
    contentWarning: fields['warning'] ?? null,
  });
  const images = splitTrimmed(fields['photos'], ' ');
  const options = splitTrimmed(fields['poll'], ' | ');
  return {
    by: heading,
    content,
    contentWarning,
    images,
    poll: options.length > 0 ? { options, days: Number(fields['days'] ?? 5) } : null,
    when: fields['when'] ?? null,
    comments: replies.map(toComment),
  };
}
export type DemoPost = ReturnType<typeof toPost>;

function toWin({ heading, text }: Block) {
  const [by = '', category, title] = splitTrimmed(heading, ' · ');
  return { by, ...winInput.parse({ title, category, content: text }) };
}

/** Parses a note. Positions look random, but no two notes have the same one. */
function toNote({ by, words }: Reply, index: number) {
  const random = new SeededRandom(`note ${words}`);
  const position = {
    positionX: 10 + ((index * 37 + random.integer(0, 7)) % 80),
    positionY: 10 + ((index * 29 + random.integer(0, 5)) % 70),
    rotation: random.integer(-9, 9),
  };
  return { by, ...noteInput.parse({ content: words, ...position }) };
}

function toConversation({ heading, fields, replies }: Block) {
  const [one = '', other = ''] = splitTrimmed(heading, ' & ');
  return {
    one,
    other,
    /** Number of messages at the end that the first member has not read. */
    unread: Number(fields['unread'] ?? 0),
    hoursAgo: Number(fields['hours'] ?? 24),
    messages: replies.map(({ by, words }) => ({
      by,
      content: sendMessageInput.shape.content.parse(words),
    })),
  };
}

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** Returns the day that is `days` after today, or the next day from then with the given weekday. */
export function dayOfEvent(today: Temporal.PlainDate, days: number, weekday: string | undefined): Temporal.PlainDate {
  const day = today.add({ days });
  if (weekday === undefined) return day;
  const weekdayNumber = weekdays.indexOf(weekday) + 1;
  if (weekdayNumber === 0) throw new Error(`${weekday} is not a weekday`);
  return day.add({ days: (weekdayNumber - day.dayOfWeek + 7) % 7 });
}

/** Parses an event some days from now, at an hour in its time zone. */
function toEvent({ heading, fields, text }: Block) {
  const { days, weekday, hour, going, max, zone = 'UTC', by = '', place, photo } = fields;
  const day = dayOfEvent(Temporal.Now.plainDateISO(zone), Number(days), weekday);
  const { eventDate, ...event } = eventInput.parse({
    title: heading,
    description: text,
    eventDate: `${day.toString()}T${hour}`,
    timeZone: zone,
    location: place ?? null,
    maxAttendees: max === undefined ? null : Number(max),
  });
  return { by, ...event, eventDate: toInstant(eventDate, zone), timeZone: zone, photo, answers: Number(going) };
}

function toRecommendation({ heading, fields, text }: Block) {
  const [by = '', type, title] = splitTrimmed(heading, ' · ');
  return { by, ...recommendationInput.parse({ type, title, content: text, link: fields['link'] ?? null }) };
}

const toEntry = ({ heading, text }: Block) => ({
  prompt: heading,
  content: journalEntryInput.shape.content.parse(text),
});

const toMeditation = ({ heading, fields, replies }: Block) => ({
  title: heading,
  teacher: fields['teacher'] ?? null,
  comments: replies.map(toComment),
});

const toPhoto = ({ heading, text }: Block) => ({ name: heading, alt: text });

/** Reads the demo's content and parses it with the schemas of the contract. */
export async function readDemo(directory = demoDirectory) {
  const read = (file: string) => readFile(path.join(directory, file), 'utf8');
  const blocks = async (file: string, names: string[] = []) => readBlocks(await read(file), names);
  const posts = async (file: string) =>
    (await blocks(path.join('posts', file), ['warning', 'photos', 'poll', 'days', 'when'])).map(toPost);
  const profileFields = Object.keys(profileInput.shape);
  const files = (await readdir(path.join(directory, 'posts'))).filter((file) => file !== 'today.md').toSorted();
  return {
    members: (await blocks('members.md', ['zone', ...profileFields])).map(toMember),
    /** Posts of the last hours, newest first. */
    latestPosts: await posts('today.md'),
    /** Posts of the weeks before, in no order. */
    earlierPosts: (await Promise.all(files.map(posts))).flat(),
    wins: (await blocks('wins.md')).map(toWin),
    notes: (await blocks('notes.md')).flatMap(({ replies }) => replies).map(toNote),
    conversations: (await blocks('conversations.md', ['unread', 'hours'])).map(toConversation),
    events: (
      await blocks('events.md', ['by', 'days', 'weekday', 'hour', 'zone', 'place', 'max', 'going', 'photo'])
    ).map(toEvent),
    recommendations: (await blocks('recommendations.md', ['link'])).map(toRecommendation),
    entries: (await blocks('journal.md')).map(toEntry),
    meditations: (await blocks('meditations.md', ['teacher'])).map(toMeditation),
    photos: (await blocks('photos.md')).map(toPhoto),
  };
}
export type Demo = Awaited<ReturnType<typeof readDemo>>;
