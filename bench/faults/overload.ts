import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { type Bench, type Measurement, noneOf, requireDefined, rounded } from '../lib/measurement.ts';
import { oneOf } from '../lib/random.ts';
import type { LoadRequest } from '../lib/requests.ts';
import { startAlone } from '../lib/sites.ts';
import {
  type LoadedCommunity,
  openLoadedCommunity,
  recoveryMeasurements,
  secondsUntilAccepted,
} from '../mixed-load/community.ts';
import { isRefusedForNow } from '../mixed-load/response-log.ts';

const measuringSeconds = { full: 20, quick: 6 };
/** Longer than clients wait, because calls of the last seconds stay open at the end. */
const overloadedSeconds = { full: 60, quick: 45 };
const loadFactor = 3;
const waitingClients = 20;
const giveUpSeconds = 30;

/**
 * First measures the rate of a few clients that wait for their responses. Then sends three times that rate, by clients
 * that each make one call per second, all at once. The server must refuse excess calls with `Retry-After`.
 */
export async function measureOverload(bench: Bench): Promise<Measurement[]> {
  const community = await openLoadedCommunity(bench, { start: startAlone });
  const { responses } = community;
  const length = bench.quick ? 'quick' : 'full';
  // Creates posts to comment on.
  await community.underLoad(() => secondsUntilAccepted(responses, 100));
  const baseline = await callAs(community, { clients: waitingClients, seconds: measuringSeconds[length] });
  const sustainable = baseline.requests.total / baseline.duration;
  responses.take();

  const perSecond = Math.round(loadFactor * sustainable);
  const seconds = overloadedSeconds[length];
  const { latency, requests, errors } = await callAs(community, { clients: perSecond, seconds, perSecond });
  const refusedCount = responses.outcomes.filter(isRefusedForNow).length;
  const recovered = await community.underLoad(() => secondsUntilAccepted(responses));
  const title = `${loadFactor} times the sustainable load`;
  return [
    {
      name: `${title}: calls per second`,
      value: rounded(requests.total / seconds),
      unit: '/s',
      note: `of ${perSecond} requested, for ${seconds} s; ${rounded(sustainable)} of ${waitingClients} clients that wait; ${refusedCount} refused with a time to retry`,
    },
    // Timeouts are errors, too.
    noneOf(
      `${title}: no response`,
      errors,
      `within ${giveUpSeconds} s, ${rounded((100 * errors) / requests.sent, 1)} % of ${requests.sent} calls`,
    ),
    { name: `${title}: response time, p99`, value: latency.p99, unit: 'ms' },
    ...recoveryMeasurements(title, responses, recovered),
    ...(await community.verify(title)),
  ];
}

/** Makes clients read the feed and comment on posts as random members, one call after another or at a fixed rate. */
function callAs(
  { load, site, responses }: LoadedCommunity,
  { clients, seconds, perSecond }: { clients: number; seconds: number; perSecond?: number },
) {
  const { crowd, posts } = load.world;
  const next = (): LoadRequest => {
    const { cookie } = requireDefined(oneOf(crowd));
    if (Math.random() < 0.5) return { method: 'GET', path: '/api/posts', headers: { cookie }, body: '' };
    const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const body = JSON.stringify({ content: 'Too much at once' });
    return { method: 'POST', path: `/api/posts/${oneOf(posts)?.id}/comments`, headers, body };
  };
  return autocannon({
    url: requireDefined(site.urls[0]),
    connections: clients,
    duration: seconds,
    timeout: giveUpSeconds,
    ...(perSecond !== undefined && { overallRate: perSecond }),
    requests: [
      {
        setupRequest: (request) => ({ ...request, ...next() }),
        onResponse: (status, body, _context, headers) =>
          responses.record('overload', { status, headers: new Headers(headers as Record<string, string>) }, 0, body),
      },
    ],
  });
}
