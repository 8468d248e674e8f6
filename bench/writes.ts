import { randomUUID } from 'node:crypto';
import { compareRates } from './lib/compare.ts';
import { openDatabase } from './lib/database.ts';
import { type Bench, type Measurement, requireDefined } from './lib/measurement.ts';
import { connectPairs, deleteBlocks, readIds, type SignedInMember, signInMembers } from './lib/members.ts';
import { cycleThrough, type LoadRequest } from './lib/requests.ts';
import { withEvents, withMeditations, withMessages } from './lib/seed.ts';
import { productionSettings, startServer } from './lib/servers.ts';

const content = 'A small step today: I answered a letter that had been lying there for weeks. It took four minutes.';

/** The subjects of a write: a post, another member, a meditation or an event. */
type Subjects = { postId: string; receiverId: string; meditationId: string; eventId: string };
/** `takesKey` adds an idempotency key. A like toggles, and a message has its `clientId`. */
type Write = { method?: 'PUT'; path: string; body?: object; takesKey?: true };

const takesKey = true;
const note = { content, positionX: 40, positionY: 30, rotation: 2 };
const listening = { secondsListened: 61, completed: false };

/** The requests of the web client. */
const writes: Record<string, (subjects: Subjects) => Write> = {
  post: () => ({ path: '/api/posts', body: { content }, takesKey }),
  note: () => ({ path: '/api/gratitude-posts', body: note, takesKey }),
  comment: ({ postId }) => ({ path: `/api/posts/${postId}/comments`, body: { content }, takesKey }),
  like: ({ postId }) => ({ path: `/api/posts/${postId}/like` }),
  message: ({ receiverId }) => ({ path: '/api/messages', body: { receiverId, content, clientId: randomUUID() } }),
  listening: ({ meditationId }) => ({ path: `/api/meditations/${meditationId}/track`, body: listening, takesKey }),
  'event answer': ({ eventId }) => ({
    method: 'PUT',
    path: `/api/events/${eventId}/attendance`,
    body: { going: true },
  }),
};

function requestOf({ cookie }: SignedInMember, write: Write): LoadRequest {
  const { method = 'POST', path, body } = write;
  const headers = {
    cookie,
    ...(body && { 'content-type': 'application/json' }),
    ...(write.takesKey && { 'idempotency-key': randomUUID() }),
  };
  return { method, path, headers, ...(body && { body: JSON.stringify(body) }) };
}

/** Measures the most frequent writes: their rates and processor times. */
export async function measureWrites(bench: Bench): Promise<Measurement[]> {
  const { quick, cleanups } = bench;
  const size = { members: 10_000, posts: quick ? 30_000 : 100_000 };
  const additions = [withMessages(2, 25), withMeditations(20), withEvents(200)];
  const { url: DATABASE_URL, pool, postmasterPid } = await openDatabase(cleanups, size, additions);
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
  const server = await startServer(bench, { DATABASE_URL, ...productionSettings });
  const measurements: Measurement[] = [];
  for (const [name, write] of Object.entries(writes)) {
    const next = () => {
      const index = nextIndex();
      const receiverId = requireDefined(members[index ^ 1]).id;
      const [postId, meditationId, eventId] = [nextPostId(), nextMeditationId(), nextEventId()];
      return requestOf(requireDefined(members[index]), write({ postId, receiverId, meditationId, eventId }));
    };
    const application = { server, next };
    measurements.push(...(await compareRates(bench, `create ${name}`, { application }, { postmasterPid })));
  }
  return measurements;
}
