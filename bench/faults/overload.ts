import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { type Measurement, rounded } from '../lib/measurement.ts';
import { present } from '../lib/present.ts';
import { seededRandom } from '../mixed-load/random.ts';
import { clearLine, openScene, recoveryLine, type Scene, secondsUntilAccepted } from './scene.ts';

const measuringSeconds = { full: 20, quick: 6 };
const overloadedSeconds = { full: 60, quick: 15 };
const times = 3;
const waitingClients = 20;
const giveUpSeconds = 30;

/**
 * First measures the rate of a few clients that wait for their responses. Then sends three times that rate, by clients
 * that each make one call per second, all at once. The server must refuse excess calls with `Retry-After`.
 */
export async function measureOverload(quick: boolean): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const scene = await openScene(cleanups);
  const { answers } = scene;
  const length = quick ? 'quick' : 'full';
  // Creates posts to comment on.
  await scene.underLoad(() => secondsUntilAccepted(answers, 100));
  const alone = await callAs(scene, { clients: waitingClients, seconds: measuringSeconds[length] });
  const sustainable = alone.requests.total / alone.duration;
  answers.clear();

  const perSecond = Math.round(times * sustainable);
  const seconds = overloadedSeconds[length];
  const { latency, requests, timeouts, errors } = await callAs(scene, { clients: perSecond, seconds, perSecond });
  const recovered = await scene.underLoad(() => secondsUntilAccepted(answers));
  const title = `${times} times the sustainable load`;
  const refused = answers.count((status) => status === 503 || status === 429);
  return [
    {
      name: `${title}: calls per second`,
      value: rounded(requests.total / seconds),
      unit: '/s',
      note: `of ${perSecond} requested, for ${seconds} s; ${rounded(sustainable)} of ${waitingClients} clients that wait; ${answers.count((status) => status < 400)} accepted, ${refused} refused with a time to retry`,
    },
    {
      name: `${title}: no response`,
      value: timeouts + errors,
      unit: '',
      bar: { atMost: 0 },
      note: `within ${giveUpSeconds} s`,
    },
    { name: `${title}: response time, p99`, value: latency.p99, unit: 'ms' },
    clearLine(title, answers),
    recoveryLine(title, recovered),
    ...(await scene.judge(title)),
  ];
}

/** Makes clients read the feed and comment on posts as random members, one call after another or at a fixed rate. */
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
