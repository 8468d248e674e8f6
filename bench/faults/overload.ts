import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Measurement, percentile, rounded } from '../lib/measurement.ts';
import { type Random, seededRandom } from '../mixed-load/random.ts';
import { clearLine, openScene, recoveryLine, type Scene, secondsUntilTaken } from './scene.ts';

const measuringSeconds = { full: 20, quick: 6 };
const overloadedSeconds = { full: 60, quick: 15 };
const times = 3;
const waitingClients = 20;
const giveUpMilliseconds = 30_000;

/**
 * First as many calls as a number of clients make who wait for their answers; then three times as many a second, by clients
 * who do not wait: what cannot be answered in time must be refused with a time to come back.
 */
export async function measureOverload(quick: boolean): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const scene = await openScene(cleanups);
  const { answers } = scene;
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  cleanups.defer(() => agent.destroy());
  // Posts to comment on.
  await scene.underLoad(() => secondsUntilTaken(answers, 100));
  const sustainable = await measureSustainable(scene, agent, quick ? measuringSeconds.quick : measuringSeconds.full);
  answers.clear();

  const perSecond = Math.round(times * sustainable);
  const seconds = quick ? overloadedSeconds.quick : overloadedSeconds.full;
  const latencies = await callAtRate(scene, agent, { perSecond, seconds });
  const recovered = await scene.underLoad(() => secondsUntilTaken(answers));
  const title = `${times} times the sustainable load`;
  const refused = answers.count((status) => status === 503 || status === 429);
  return [
    {
      name: `${title}: calls a second`,
      value: perSecond,
      unit: '/s',
      note: `for ${seconds} s, against ${rounded(sustainable)} of ${waitingClients} clients who wait; ${answers.count((status) => status < 400)} taken, ${refused} told to come back`,
    },
    {
      name: `${title}: no answer`,
      value: answers.silences,
      unit: '',
      bar: { atMost: 0 },
      note: `within ${giveUpMilliseconds / 1000} s`,
    },
    { name: `${title}: an answer, 99 of 100`, value: rounded(percentile(latencies, 0.99)), unit: 'ms' },
    clearLine(title, answers),
    recoveryLine(title, recovered),
    ...(await scene.judge(title)),
  ];
}

/** Reads the feed or comments on a post, as some member, and takes down what is answered. */
async function callOnceAs({ load, site, answers }: Scene, agent: Agent, random: Random): Promise<void> {
  const { members, posts } = load.world;
  const { cookie } = members[Math.floor(random() * members.length)]!;
  const post = posts[Math.floor(random() * posts.length)];
  const isRead = random() < 0.5 || !post;
  const url = `${site.urls[0]}${isRead ? '/api/posts' : `/api/posts/${post.id}/comments`}`;
  const body = isRead ? undefined : JSON.stringify({ content: 'Too much at once' });
  await callOnce(url, { agent, cookie, body }).then(
    ({ status, headers, text }) => answers.take(status, headers, text),
    () => answers.silence(),
  );
}

/** Calls a second by clients who each wait for their answer. */
async function measureSustainable(scene: Scene, agent: Agent, seconds: number): Promise<number> {
  const random = seededRandom(1);
  const startedAt = performance.now();
  let calls = 0;
  const client = async () => {
    while (performance.now() - startedAt < seconds * 1000) {
      await callOnceAs(scene, agent, random);
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: waitingClients }, client));
  return calls / ((performance.now() - startedAt) / 1000);
}

/** Makes so many calls a second, whether or not those before were answered. Returns how long each took, in milliseconds. */
async function callAtRate(
  scene: Scene,
  agent: Agent,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const random = seededRandom(2);
  const latencies: number[] = [];
  const calls: Promise<void>[] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < seconds * 1000) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    while (calls.length < due) {
      const sentAt = performance.now();
      calls.push(callOnceAs(scene, agent, random).then(() => void latencies.push(performance.now() - sentAt)));
    }
    await wait(2);
  }
  await Promise.all(calls);
  return latencies;
}

type Heard = { status: number; headers: Headers; text: string };

function callOnce(url: string, { agent, cookie, body }: { agent: Agent; cookie: string; body: string | undefined }) {
  return new Promise<Heard>((resolve, reject) => {
    const headers = {
      cookie,
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    };
    const sent = request(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(
            Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
          ),
          text,
        }),
      );
    });
    sent.setTimeout(giveUpMilliseconds, () => sent.destroy(new Error('no answer')));
    sent.on('error', reject);
    sent.end(body);
  });
}
