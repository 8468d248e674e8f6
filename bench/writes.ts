import { randomUUID } from 'node:crypto';
import { ask } from './lib/ask.ts';
import { startBareServer } from './lib/bare-server-process.ts';
import { compareRates } from './lib/compare.ts';
import { openDatabase } from './lib/database.ts';
import { addOpenEvents } from './lib/events.ts';
import { inTurn, type LoadRequest } from './lib/load.ts';
import type { Measurement } from './lib/measurement.ts';
import { addMeditations } from './lib/meditations.ts';
import { connectPairs, signInMembers, type SignedInMember } from './lib/members.ts';
import { present } from './lib/present.ts';
import { asInProduction, startProfiledServer, startServer, startServerBefore } from './lib/server-process.ts';
import { watchStatements } from './lib/statement-watch.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

const content = 'A small step today: I answered a letter that had been lying there for weeks. It took four minutes.';

/** Who writes, and what they answer to: a post, or another member, what they listened to, or an event. */
type Occasion = { member: SignedInMember; postId: string; receiverId: string; meditationId: string; eventId: string };
type Write = {
  name: 'post' | 'comment' | 'like' | 'message' | 'listen' | 'answer';
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
const bareRequestOf = ({ name }: Write, { member, postId, receiverId, eventId }: Occasion): LoadRequest => ({
  method: 'POST',
  path: `/${name}`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ memberId: member.id, postId, receiverId, eventId, content }),
});

/** The rates of sharing, commenting, liking, writing, telling of a listen and answering an event against the bare transaction over HTTP, COMMIT included. */
export async function measureWrites({ quick }: { quick: boolean }): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool, postmasterPid } = await openDatabase(cleanups);
  await seed(pool, { members: 10_000, posts: 100_000 });
  // So many that none of them meets a rate limit.
  const members = await signInMembers(pool, 5_000);
  await connectPairs(pool, members);
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM posts ORDER BY md5(id::text) LIMIT 20000');
  // Members and posts in turns of lengths without a common divisor: every pair comes up before one returns.
  const nextMember = inTurn(members.slice(0, 4_999).map((member, index) => ({ member, index })));
  const nextPostId = inTurn(rows.map(({ id }) => id));
  const nextMeditationId = inTurn(await addMeditations(pool, 20));
  // With 4,999 members, so many pairs that none answers the same event again.
  const nextEventId = inTurn(await addOpenEvents(pool, 200));
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

  const counts = await countStatements(cleanups, { DATABASE_URL, DATA_DIR }, (write) =>
    requestOf(write, nextOccasion()),
  );
  const variables = { DATABASE_URL, DATA_DIR, ...asInProduction };
  const server = await startServer(variables, cleanups);
  const profiled = await startProfiledServer(variables, cleanups);
  const before = await startServerBefore(variables, cleanups);
  const bare = await startBareServer({ databaseUrl: DATABASE_URL }, cleanups);
  const rates: Measurement[] = [];
  for (const write of writes) {
    const next = () => requestOf(write, nextOccasion());
    rates.push(
      ...(await compareRates(
        `create ${write.name}`,
        {
          application: { server, next },
          bare: { server: bare, next: () => bareRequestOf(write, nextOccasion()) },
          before: before && { server: before, next },
        },
        { atLeastPercent: 60, quick, postmasterPid, profiled },
      )),
    );
  }
  return [...rates, ...counts];
}

/** How many statements a write takes, session check, BEGIN and COMMIT included. */
async function countStatements(
  cleanups: AsyncDisposableStack,
  variables: { DATABASE_URL: string; DATA_DIR: string },
  requestOf: (write: Write) => LoadRequest,
): Promise<Measurement[]> {
  await using ownCleanups = new AsyncDisposableStack();
  const watch = await watchStatements(variables.DATABASE_URL, cleanups);
  const server = await startServer({ ...variables, ...asInProduction, DATABASE_URL: watch.url }, ownCleanups);
  const counts: Measurement[] = [];
  for (const write of writes)
    for (const isWarm of [false, true]) {
      watch.take();
      const { path, method, headers, body } = requestOf(write);
      await ask(`${server.url}${path}`, '', { method, ...(headers && { headers }), ...(body && { body }) });
      // What is told to the other server processes travels on its own, batched over requests.
      const statements = watch.take().filter(({ name }) => name !== 'bus_notify');
      const note = statements.map(({ name, text }) => name || text.split(' ').slice(0, 3).join(' ')).join(', ');
      if (isWarm)
        counts.push({ name: `create ${write.name}: statements a request`, value: statements.length, unit: '', note });
    }
  return counts;
}
