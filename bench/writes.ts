import { randomUUID } from 'node:crypto';
import type { SentStatement } from '../apps/server/test/plans.ts';
import { ask } from './lib/ask.ts';
import { startBareServer } from './lib/bare-server-process.ts';
import { compareRates } from './lib/compare.ts';
import { openDatabase } from './lib/database.ts';
import { addOpenEvents } from './lib/events.ts';
import { inTurn, type LoadRequest } from './lib/load.ts';
import type { Measurement } from './lib/measurement.ts';
import { addMeditations } from './lib/meditations.ts';
import { connectPairs, forgetBlocks, signInMembers, type SignedInMember } from './lib/members.ts';
import { present } from './lib/present.ts';
import { asInProduction, startProfiledServer, startServer, startServerBefore } from './lib/server-process.ts';
import { watchStatements } from './lib/statement-watch.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

const content = 'A small step today: I answered a letter that had been lying there for weeks. It took four minutes.';

/** Who writes, and what they answer to: a post, or another member, what they listened to, or an event. */
type Occasion = { member: SignedInMember; postId: string; receiverId: string; meditationId: string; eventId: string };
type Write = {
  name: 'post' | 'note' | 'win' | 'comment' | 'like' | 'message' | 'listen' | 'answer';
  method?: 'POST' | 'PUT';
  pathOf: (occasion: Occasion) => string;
  /** What the web client sends; a like has no body. */
  bodyOf: ((occasion: Occasion) => object) | undefined;
  /** A like is its own undoing, and a message has its `clientId`; what else creates something takes a key. */
  takesKey: boolean;
};

const writes: Write[] = [
  { name: 'post', pathOf: () => '/api/posts', bodyOf: () => ({ content }), takesKey: true },
  {
    name: 'note',
    pathOf: () => '/api/gratitude-posts',
    bodyOf: () => ({ content, positionX: 40, positionY: 30, rotation: 2 }),
    takesKey: true,
  },
  {
    name: 'win',
    pathOf: () => '/api/wellness-wins',
    bodyOf: () => ({ title: 'A letter answered', content, category: 'personal-growth' }),
    takesKey: true,
  },
  {
    name: 'comment',
    pathOf: ({ postId }) => `/api/posts/${postId}/comments`,
    bodyOf: () => ({ content }),
    takesKey: true,
  },
  { name: 'like', pathOf: ({ postId }) => `/api/posts/${postId}/like`, bodyOf: undefined, takesKey: false },
  {
    name: 'message',
    pathOf: () => '/api/messages',
    bodyOf: ({ receiverId }) => ({ receiverId, content, clientId: randomUUID() }),
    takesKey: false,
  },
  {
    name: 'listen',
    pathOf: ({ meditationId }) => `/api/meditations/${meditationId}/track`,
    bodyOf: () => ({ secondsListened: 61, completed: false }),
    takesKey: true,
  },
  {
    name: 'answer',
    method: 'PUT',
    pathOf: ({ eventId }) => `/api/events/${eventId}/attendance`,
    bodyOf: () => ({ going: true }),
    takesKey: false,
  },
];

const requestOf = ({ method = 'POST', pathOf, bodyOf, takesKey }: Write, occasion: Occasion): LoadRequest => ({
  method,
  path: pathOf(occasion),
  headers: {
    cookie: occasion.member.cookie,
    ...(bodyOf && { 'content-type': 'application/json' }),
    ...(takesKey && { 'idempotency-key': randomUUID() }),
  },
  ...(bodyOf && { body: JSON.stringify(bodyOf(occasion)) }),
});

/** What a write asked of the database within its transaction, and what it was about. */
type Recorded = { statements: SentStatement[]; occasion: Occasion };

/** The same transaction about something else: each id by the one to put in its place. */
const bareRequestOf = (index: number, recorded: Occasion, occasion: Occasion): LoadRequest => ({
  method: 'POST',
  path: `/write/${index}`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    [recorded.member.id]: occasion.member.id,
    [recorded.postId]: occasion.postId,
    [recorded.receiverId]: occasion.receiverId,
    [recorded.meditationId]: occasion.meditationId,
    [recorded.eventId]: occasion.eventId,
  }),
});

/**
 * The rates of sharing a post, a note or a win, commenting, liking, writing, telling of a listen and answering an event
 * against the bare transaction over HTTP: the very statements of each, from BEGIN to COMMIT. What comes on top is the
 * application's own: session, limits, schemas, rules, frames, log
 * ([0011](../docs/decisions/0011-points-and-leaderboard.md)).
 */
export async function measureWrites({ quick }: { quick: boolean }): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool, postmasterPid } = await openDatabase(cleanups);
  await seed(pool, { members: 10_000, posts: 100_000 }, { conversationsOfEach: 2, messagesInEach: 25 });
  // So many that none of them meets a rate limit.
  const members = await signInMembers(pool, 10_000);
  await forgetBlocks(pool);
  await connectPairs(pool, members);
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM posts ORDER BY md5(id::text) LIMIT 20000');
  // A like of what is liked already would take it back.
  await pool.query('DELETE FROM post_likes WHERE post_id = ANY($1::uuid[])', [rows.map(({ id }) => id)]);
  // Members and posts in turns of lengths without a common divisor: every pair comes up before one returns. Whoever
  // writes to each other does not come one after the other: they would wait for each other, as members hardly do.
  const nextMember = inTurn(
    Array.from({ length: 9_999 }, (_, turn) => (turn * 2) % 9_999).map((index) => ({
      member: present(members[index]),
      index,
    })),
  );
  const nextPostId = inTurn(rows.map(({ id }) => id));
  const nextMeditationId = inTurn(await addMeditations(pool, 20));
  // With 9,999 members, so many pairs that none answers the same event again.
  const nextEventId = inTurn(await addOpenEvents(pool, 200));
  // Plans that were made for empty tables would stay until the database looks at them by itself.
  await pool.query('VACUUM (ANALYZE)');
  const nextOccasion = (): Occasion => {
    const { member, index } = nextMember();
    return {
      member,
      postId: nextPostId(),
      receiverId: present(members[index ^ 1]).id,
      meditationId: nextMeditationId(),
      eventId: nextEventId(),
    };
  };
  const DATA_DIR = await makeFolder(cleanups);

  const { counts, recorded } = await recordStatements(cleanups, { DATABASE_URL, DATA_DIR }, nextOccasion);
  const variables = { DATABASE_URL, DATA_DIR, ...asInProduction };
  const server = await startServer(variables, cleanups);
  const profiled = await startProfiledServer(variables, cleanups);
  const before = await startServerBefore(variables, cleanups);
  const bare = await startBareServer(
    { databaseUrl: DATABASE_URL, writes: recorded.map(({ statements }) => statements) },
    cleanups,
  );
  const rates: Measurement[] = [];
  for (const [index, write] of writes.entries()) {
    const next = () => requestOf(write, nextOccasion());
    rates.push(
      ...(await compareRates(
        `create ${write.name}`,
        {
          application: { server, next },
          bare: { server: bare, next: () => bareRequestOf(index, present(recorded[index]).occasion, nextOccasion()) },
          before: before && { server: before, next },
        },
        { atLeastPercent: 60, quick, postmasterPid, profiled },
      )),
    );
  }
  return [...rates, ...counts];
}

/** How many statements a write takes, session check, BEGIN and COMMIT included, and which of them its transaction has. */
async function recordStatements(
  cleanups: AsyncDisposableStack,
  variables: { DATABASE_URL: string; DATA_DIR: string },
  nextOccasion: () => Occasion,
): Promise<{ counts: Measurement[]; recorded: Recorded[] }> {
  await using ownCleanups = new AsyncDisposableStack();
  const watch = await watchStatements(variables.DATABASE_URL, cleanups);
  const server = await startServer({ ...variables, ...asInProduction, DATABASE_URL: watch.url }, ownCleanups);
  const counts: Measurement[] = [];
  const recorded: Recorded[] = [];
  for (const write of writes)
    for (const isWarm of [false, true]) {
      const occasion = nextOccasion();
      // What is told of the call before would be taken for a part of this one.
      await watch.settle();
      watch.take();
      const { path, method, headers, body } = requestOf(write, occasion);
      await ask(`${server.url}${path}`, '', { method, ...(headers && { headers }), ...(body && { body }) });
      // What is told to the other server processes travels on its own, batched over requests.
      const statements = watch.take().filter(({ name }) => name !== 'bus_notify');
      if (!isWarm) continue;
      const names = statements.map(({ name, text }) => name || text.split(' ').slice(0, 3).join(' '));
      counts.push({
        name: `create ${write.name}: statements a request`,
        value: statements.length,
        unit: '',
        note: names.join(', '),
      });
      recorded.push({ occasion, statements: statements.slice(names.indexOf('begin') + 1, names.indexOf('commit')) });
    }
  return { counts, recorded };
}
