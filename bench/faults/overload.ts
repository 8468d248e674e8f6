import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { type Measurement, rounded } from '../lib/measurement.ts';
import { present } from '../lib/present.ts';
import { seededRandom } from '../mixed-load/random.ts';
import { clearLine, openScene, recoveryLine, type Scene, secondsUntilTaken } from './scene.ts';

const measuringSeconds = { full: 20, quick: 6 };
const overloadedSeconds = { full: 60, quick: 15 };
const times = 3;
const waitingClients = 20;
const giveUpSeconds = 30;

/**
 * First as many calls as a few clients make who wait for their answers; then three times as many a second, by as many
 * clients who each make one a second, all together: what cannot be answered in time must be refused with a time to come back.
 */
export async function measureOverload(quick: boolean): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const scene = await openScene(cleanups);
  const { answers } = scene;
  const length = quick ? 'quick' : 'full';
  // Posts to comment on.
  await scene.underLoad(() => secondsUntilTaken(answers, 100));
  const alone = await callAs(scene, { clients: waitingClients, seconds: measuringSeconds[length] });
  const sustainable = alone.requests.total / alone.duration;
  answers.clear();

  const perSecond = Math.round(times * sustainable);
  const seconds = overloadedSeconds[length];
  const { latency, requests, timeouts, errors } = await callAs(scene, { clients: perSecond, seconds, perSecond });
  const recovered = await scene.underLoad(() => secondsUntilTaken(answers));
  const title = `${times} times the sustainable load`;
  const refused = answers.count((status) => status === 503 || status === 429);
  return [
    {
      name: `${title}: calls a second`,
      value: rounded(requests.total / seconds),
      unit: '/s',
      note: `of ${perSecond} wanted, for ${seconds} s, against ${rounded(sustainable)} of ${waitingClients} clients who wait; ${answers.count((status) => status < 400)} taken, ${refused} told to come back`,
    },
    {
      name: `${title}: no answer`,
      value: timeouts + errors,
      unit: '',
      bar: { atMost: 0 },
      note: `within ${giveUpSeconds} s`,
    },
    { name: `${title}: an answer, 99 of 100`, value: latency.p99, unit: 'ms' },
    clearLine(title, answers),
    recoveryLine(title, recovered),
    ...(await scene.judge(title)),
  ];
}

/** Has clients read the feed and comment on posts as some member, each when the one before was answered, or at a pace. */
function callAs(
  { load, site, answers }: Scene,
  { clients, seconds, perSecond }: { clients: number; seconds: number; perSecond?: number },
) {
  const { crowd, posts } = load.world;
  const random = seededRandom(clients);
  const oneOf = <Item>(items: readonly Item[]) => present(items[Math.floor(random() * items.length)]);
  const next = () => {
    const { cookie } = oneOf(crowd);
    if (random() < 0.5) return { method: 'GET', path: '/api/posts', headers: { cookie }, body: '' };
    const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const body = JSON.stringify({ content: 'Too much at once' });
    return { method: 'POST', path: `/api/posts/${oneOf(posts).id}/comments`, headers, body };
  };
  return autocannon({
    url: present(site.urls[0]),
    connections: clients,
    duration: seconds,
    timeout: giveUpSeconds,
    ...(perSecond !== undefined && { overallRate: perSecond }),
    requests: [
      {
        setupRequest: (request) => ({ ...request, ...next() }),
        onResponse: (status, body, _context, headers) => answers.take(status, new Headers(headers), body),
      },
    ],
  });
}
