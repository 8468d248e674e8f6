import { randomUUID } from 'node:crypto';
import type { SentStatement } from '../apps/server/test/plans.ts';
import { startBareServer } from './lib/bare-server-process.ts';
import { compareRates } from './lib/compare.ts';
import { openDatabase } from './lib/database.ts';
import { addOpenEvents } from './lib/events.ts';
import { fetchText } from './lib/fetch-text.ts';
import { cycleThrough, type LoadRequest } from './lib/load.ts';
import type { Measurement, ProgramOptions } from './lib/measurement.ts';
import { addMeditations } from './lib/meditations.ts';
import { connectPairs, deleteBlocks, signInMembers, type SignedInMember } from './lib/members.ts';
import { requireDefined } from './lib/require-defined.ts';
import { productionSettings, startProfiledServer, startServer, startServerBefore } from './lib/server-process.ts';
import { watchStatements } from './lib/statement-watch.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

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
  name: 'post' | 'note' | 'win' | 'comment' | 'like' | 'message' | 'listen' | 'answer';
  method?: 'POST' | 'PUT';
  pathOf: (subjects: WriteSubjects) => string;
  /** Body that the web client sends. A like has none. */
  bodyOf: ((subjects: WriteSubjects) => object) | undefined;
  /** Whether the call takes an idempotency key. A like toggles, and a message has its `clientId`. */
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

/** Statements of a write's transaction, and its subjects. */
type Recorded = { statements: SentStatement[]; subjects: WriteSubjects };

/** Creates the same transaction with other subjects. The body maps each recorded id to its replacement. */
const bareRequestOf = (index: number, recorded: WriteSubjects, subjects: WriteSubjects): LoadRequest => ({
  method: 'POST',
  path: `/write/${index}`,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    [recorded.member.id]: subjects.member.id,
    [recorded.postId]: subjects.postId,
    [recorded.receiverId]: subjects.receiverId,
    [recorded.meditationId]: subjects.meditationId,
    [recorded.eventId]: subjects.eventId,
  }),
});

/**
 * Measures the rates of the most frequent writes relative to their bare transactions over HTTP: the same statements
 * from BEGIN to COMMIT. The difference is the application's own work: session, rate limits, schemas, rules, frames and
 * log ([0011](../docs/decisions/0011-points-and-leaderboard.md)).
 */
export async function measureWrites({ quick, against }: ProgramOptions): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool, postmasterPid } = await openDatabase(cleanups);
  await seed(pool, { members: 10_000, posts: 100_000 }, { conversationsOfEach: 2, messagesInEach: 25 });
  // Enough members that none reaches a rate limit.
  const members = await signInMembers(pool, 10_000);
  await deleteBlocks(pool);
  await connectPairs(pool, members);
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM posts ORDER BY md5(id::text) LIMIT 20000');
  // A second like would undo the first one.
  await pool.query('DELETE FROM post_likes WHERE post_id = ANY($1::uuid[])', [rows.map(({ id }) => id)]);
  // Members and posts cycle with lengths without a common divisor, so every pair occurs before one repeats. The members
  // of a conversation are not consecutive, because concurrent writes to one conversation wait for each other.
  const nextMember = cycleThrough(
    Array.from({ length: 9_999 }, (_, turn) => (turn * 2) % 9_999).map((index) => ({
      member: requireDefined(members[index]),
      index,
    })),
  );
  const nextPostId = cycleThrough(rows.map(({ id }) => id));
  const nextMeditationId = cycleThrough(await addMeditations(pool, 20));
  // With 9,999 members there are enough pairs that no member answers the same event twice.
  const nextEventId = cycleThrough(await addOpenEvents(pool, 200));
  // Otherwise plans for empty tables would stay until autovacuum analyzes the tables.
  await pool.query('VACUUM (ANALYZE)');
  const nextSubjects = (): WriteSubjects => {
    const { member, index } = nextMember();
    return {
      member,
      postId: nextPostId(),
      receiverId: requireDefined(members[index ^ 1]).id,
      meditationId: nextMeditationId(),
      eventId: nextEventId(),
    };
  };
  const DATA_DIR = await makeFolder(cleanups);

  const { counts, recorded } = await recordStatements(cleanups, { DATABASE_URL, DATA_DIR }, nextSubjects);
  const variables = { DATABASE_URL, DATA_DIR, ...productionSettings };
  const server = await startServer(variables, cleanups);
  const profiled = await startProfiledServer(variables, cleanups);
  const before = await startServerBefore(variables, cleanups, against);
  const bare = await startBareServer(
    { databaseUrl: DATABASE_URL, writes: recorded.map(({ statements }) => statements) },
    cleanups,
  );
  const rates: Measurement[] = [];
  for (const [index, write] of writes.entries()) {
    const next = () => requestOf(write, nextSubjects());
    rates.push(
      ...(await compareRates(
        `create ${write.name}`,
        {
          application: { server, next },
          bare: {
            server: bare,
            next: () => bareRequestOf(index, requireDefined(recorded[index]).subjects, nextSubjects()),
          },
          before: before && { server: before, next },
        },
        { atLeastPercent: 60, quick, postmasterPid, profiled },
      )),
    );
  }
  return [...rates, ...counts];
}

/** Records the statements of each write, including session check, BEGIN and COMMIT, and those of its transaction. */
async function recordStatements(
  cleanups: AsyncDisposableStack,
  variables: { DATABASE_URL: string; DATA_DIR: string },
  nextOccasion: () => WriteSubjects,
): Promise<{ counts: Measurement[]; recorded: Recorded[] }> {
  await using ownCleanups = new AsyncDisposableStack();
  const watch = await watchStatements(variables.DATABASE_URL, cleanups);
  const server = await startServer({ ...variables, ...productionSettings, DATABASE_URL: watch.url }, ownCleanups);
  const counts: Measurement[] = [];
  const recorded: Recorded[] = [];
  for (const write of writes)
    for (const isWarm of [false, true]) {
      const subjects = nextOccasion();
      // Notifications of the previous call would count as part of this one.
      await watch.waitForBackgroundWork();
      watch.takeStatements();
      const { path, method, headers, body } = requestOf(write, subjects);
      await fetchText(`${server.url}${path}`, '', { method, ...(headers && { headers }), ...(body && { body }) });
      // Frames for other processes are sent in batches, independently of requests.
      const statements = watch.takeStatements().filter(({ name }) => name !== 'bus_notify');
      if (!isWarm) continue;
      const names = statements.map(({ name, text }) => name || text.split(' ').slice(0, 3).join(' '));
      counts.push({
        name: `create ${write.name}: statements per request`,
        value: statements.length,
        unit: '',
        note: names.join(', '),
      });
      recorded.push({ subjects, statements: statements.slice(names.indexOf('begin') + 1, names.indexOf('commit')) });
    }
  return { counts, recorded };
}
