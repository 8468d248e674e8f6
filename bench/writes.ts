import { randomUUID } from 'node:crypto';
import { compareRates } from './lib/compare.ts';
import { openDatabase } from './lib/database.ts';
import { type Bench, type Measurement, requireDefined } from './lib/measurement.ts';
import { connectPairs, deleteBlocks, readIds, type SignedInMember, signInMembers } from './lib/members.ts';
import { cycleThrough, type LoadRequest } from './lib/requests.ts';
import { seed, withMeditations, withMessages, withOpenEvents } from './lib/seed.ts';
import { productionSettings, startVersions } from './lib/servers.ts';

const content = 'A small step today: I answered a letter that had been lying there for weeks. It took four minutes.';

/** A member, and the subjects of their write: a post, another member, a meditation or an event. */
type WriteSubjects = {
  member: SignedInMember;
  postId: string;
  receiverId: string;
  meditationId: string;
  eventId: string;
};
type Write = {
  name: string;
  method?: 'POST' | 'PUT';
  pathOf: (subjects: WriteSubjects) => string;
  /** Body that the web client sends. A like has none. */
  bodyOf?: (subjects: WriteSubjects) => object;
  /** Whether the call takes an idempotency key. A like toggles, and a message has its `clientId`. */
  takesKey?: true;
};

const note = { content, positionX: 40, positionY: 30, rotation: 2 };
const win = { title: 'A letter answered', content, category: 'personal-growth' };
const messageTo = (receiverId: string) => ({ receiverId, content, clientId: randomUUID() });

const writes: Write[] = [
  { name: 'post', pathOf: () => '/api/posts', bodyOf: () => ({ content }), takesKey: true },
  { name: 'note', pathOf: () => '/api/gratitude-posts', bodyOf: () => note, takesKey: true },
  { name: 'win', pathOf: () => '/api/wellness-wins', bodyOf: () => win, takesKey: true },
  {
    name: 'comment',
    pathOf: ({ postId }) => `/api/posts/${postId}/comments`,
    bodyOf: () => ({ content }),
    takesKey: true,
  },
  { name: 'like', pathOf: ({ postId }) => `/api/posts/${postId}/like` },
  { name: 'message', pathOf: () => '/api/messages', bodyOf: ({ receiverId }) => messageTo(receiverId) },
  {
    name: 'listening',
    pathOf: ({ meditationId }) => `/api/meditations/${meditationId}/track`,
    bodyOf: () => ({ secondsListened: 61, completed: false }),
    takesKey: true,
  },
  {
    name: 'event answer',
    method: 'PUT',
    pathOf: ({ eventId }) => `/api/events/${eventId}/attendance`,
    bodyOf: () => ({ going: true }),
  },
];

const requestOf = ({ method = 'POST', pathOf, bodyOf, takesKey }: Write, subjects: WriteSubjects): LoadRequest => ({
  method,
  path: pathOf(subjects),
  headers: {
    cookie: subjects.member.cookie,
    ...(bodyOf && { 'content-type': 'application/json' }),
    ...(takesKey && { 'idempotency-key': randomUUID() }),
  },
  ...(bodyOf && { body: JSON.stringify(bodyOf(subjects)) }),
});

/** Measures the most frequent writes: their rates and processor times. */
export async function measureWrites(bench: Bench): Promise<Measurement[]> {
  const { quick, cleanups } = bench;
  const { url: DATABASE_URL, pool, postmasterPid } = await openDatabase(cleanups);
  const additions = [withMessages(2, 25), withMeditations(20), withOpenEvents(200)];
  await seed(pool, { members: 10_000, posts: quick ? 30_000 : 100_000 }, additions);
  // Enough members that none reaches a rate limit.
  const members = await signInMembers(pool, 10_000);
  await deleteBlocks(pool);
  await connectPairs(pool, members);
  const postIds = await readIds(pool, 'SELECT id FROM posts ORDER BY md5(id::text) LIMIT 20000');
  // A second like would undo the first one.
  await pool.query('DELETE FROM post_likes WHERE post_id = ANY($1::uuid[])', [postIds]);
  // Otherwise plans for empty tables would stay until autovacuum analyzes the tables.
  await pool.query('VACUUM (ANALYZE)');
  // Members and posts cycle with lengths without a common divisor, so every pair occurs before one repeats. The members
  // of a conversation are not consecutive, because concurrent writes to one conversation wait for each other.
  const nextIndex = cycleThrough(Array.from({ length: 9_999 }, (_, turn) => (turn * 2) % 9_999));
  const nextPostId = cycleThrough(postIds);
  const nextMeditationId = cycleThrough(await readIds(pool, 'SELECT id FROM meditations'));
  // With 9,999 members there are enough pairs that no member answers the same event twice.
  const nextEventId = cycleThrough(await readIds(pool, 'SELECT id FROM events'));
  const nextSubjects = (): WriteSubjects => {
    const index = nextIndex();
    return {
      member: requireDefined(members[index]),
      postId: nextPostId(),
      receiverId: requireDefined(members[index ^ 1]).id,
      meditationId: nextMeditationId(),
      eventId: nextEventId(),
    };
  };

  const { server, before } = await startVersions(bench, { DATABASE_URL, ...productionSettings });
  const measurements: Measurement[] = [];
  for (const write of writes) {
    const next = () => requestOf(write, nextSubjects());
    const contenders = { application: { server, next }, before: before && { server: before, next } };
    measurements.push(...(await compareRates(bench, `create ${write.name}`, contenders, { postmasterPid })));
  }
  return measurements;
}
