import { randomUUID } from 'node:crypto';
import { ask } from './lib/ask.ts';
import { startBareServer } from './lib/bare-server-process.ts';
import { compareRates } from './lib/compare.ts';
import { openDatabase } from './lib/database.ts';
import { inTurn, type LoadRequest } from './lib/load.ts';
import type { Measurement } from './lib/measurement.ts';
import { signInMembers, type SignedInMember } from './lib/members.ts';
import { startServer } from './lib/server-process.ts';
import { watchStatements } from './lib/statement-watch.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

const content = 'A small step today: I answered a letter that had been lying there for weeks. It took four minutes.';

type Write = {
  name: 'post' | 'comment' | 'like';
  pathOf: (postId: string) => string;
  /** A like is its own undoing and takes no key; what creates something takes one, as the web client sends it. */
  creates: boolean;
};

const writes: Write[] = [
  { name: 'post', pathOf: () => '/api/posts', creates: true },
  { name: 'comment', pathOf: (postId) => `/api/posts/${postId}/comments`, creates: true },
  { name: 'like', pathOf: (postId) => `/api/posts/${postId}/like`, creates: false },
];

const requestOf = ({ pathOf, creates }: Write, member: SignedInMember, postId: string): LoadRequest => ({
  method: 'POST',
  path: pathOf(postId),
  headers: {
    cookie: member.cookie,
    ...(creates && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
  },
  ...(creates && { body: JSON.stringify({ content }) }),
});
const bareRequestOf = ({ name }: Write, member: SignedInMember, postId: string): LoadRequest => ({
  method: 'POST',
  path: `/${name}`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ memberId: member.id, postId, content }),
});

/** The rates of posting, commenting and liking against the bare transaction over HTTP, COMMIT included. */
export async function measureWrites(): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  await seed(pool, { members: 10_000, posts: 100_000 });
  const members = await signInMembers(pool, 500);
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM posts ORDER BY md5(id::text) LIMIT 20000');
  // Members and posts in turns of lengths without a common divisor: every pair comes up before one returns.
  const nextMember = inTurn(members.slice(0, 499));
  const nextPostId = inTurn(rows.map(({ id }) => id));
  const DATA_DIR = await makeFolder(cleanups);

  const counts = await countStatements(cleanups, { DATABASE_URL, DATA_DIR }, (write) =>
    requestOf(write, nextMember(), nextPostId()),
  );
  const server = await startServer({ DATABASE_URL, DATA_DIR }, cleanups);
  const bare = await startBareServer({ databaseUrl: DATABASE_URL }, cleanups);
  const rates: Measurement[] = [];
  for (const write of writes)
    rates.push(
      ...(await compareRates(
        `create ${write.name}`,
        { url: server.url, next: () => requestOf(write, nextMember(), nextPostId()) },
        { url: bare.url, next: () => bareRequestOf(write, nextMember(), nextPostId()) },
        50,
      )),
    );
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
  const server = await startServer({ ...variables, DATABASE_URL: watch.url }, ownCleanups);
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
