import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { type Measurement, median, percentile, rounded } from '../lib/measurement.ts';
import {
  unclearErrorsMeasurement,
  openScenario,
  recoveryMeasurement,
  type Scenario,
  secondsUntilAccepted,
} from './scenario.ts';

const slowClients = { full: 600, quick: 300 };
const slowSeconds = { full: 90, quick: 45 };
const interruptedUploads = { full: 300, quick: 60 };

/** Seconds before the slow clients start, for comparison: other load on the machine affects both. */
const baselineSeconds = { full: 30, quick: 15 };
/** Allowed slowdown of a write while hundreds of clients hold connections open. */
const maxSlowdown = 2;

function openSocket(scenario: Scenario): Socket {
  const { hostname, port } = new URL(scenario.site.urls[0] ?? '');
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  return socket;
}

/**
 * Opens hundreds of connections that send headers or bodies byte by byte, or nothing. Other clients must not notice.
 */
export async function measureSlowClients(quick: boolean): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const scenario = await openScenario(cleanups);
  const { responses, load } = scenario;
  const count = quick ? slowClients.quick : slowClients.full;
  const durationSeconds = quick ? slowSeconds.quick : slowSeconds.full;
  // A member who writes nothing else: a started request counts towards the rate limit of posts.
  const cookie = load.world.bystanders[0]?.cookie ?? '';
  const requestStarts = [
    'GET /api/posts HTTP/1.1\r\nhost: localhost\r\nx-slow: ',
    `POST /api/posts HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n{"content":"`,
    '',
  ];
  const latencies: number[] = [];
  const baselineLatencies: number[] = [];
  const onResponse = load.onResponse;
  load.onResponse = (response, milliseconds, body) => {
    latencies.push(milliseconds);
    onResponse?.(response, milliseconds, body);
  };
  let closed = 0;
  const seconds = await scenario.underLoad(async () => {
    await secondsUntilAccepted(responses);
    responses.clear();
    latencies.length = 0;
    await wait(1000 * (quick ? baselineSeconds.quick : baselineSeconds.full));
    baselineLatencies.push(...latencies.splice(0));
    const sockets = Array.from({ length: count }, (_, index) => {
      const socket = openSocket(scenario);
      socket.write(requestStarts[index % requestStarts.length] ?? '');
      socket.once('close', () => (closed += 1));
      return socket;
    });
    const dripping = setInterval(() => {
      for (const [index, socket] of sockets.entries()) if (index % requestStarts.length < 2) socket.write('x');
    }, 1_000);
    await wait(durationSeconds * 1000);
    clearInterval(dripping);
    for (const socket of sockets) socket.destroy();
    return secondsUntilAccepted(responses);
  });
  const title = `${count} slow clients`;
  return [
    {
      name: `${title}: slowdown of other writes`,
      value: rounded(median(latencies) / median(baselineLatencies), 2),
      unit: '×',
      target: { atMost: maxSlowdown },
      note: `${latencies.length} writes: p50 ${rounded(median(latencies))} ms, p99 ${rounded(percentile(latencies, 0.99))} ms; before: ${rounded(median(baselineLatencies))} and ${rounded(percentile(baselineLatencies, 0.99))} ms`,
    },
    {
      name: `${title}: closed by the server`,
      value: closed,
      unit: `of ${count}`,
      target: { atLeast: Math.floor((count * 2) / 3) },
      note: 'headers after 20 s, bodies after 30 s; a silent client only holds a socket',
    },
    unclearErrorsMeasurement(title, responses),
    recoveryMeasurement(title, seconds),
    ...(await scenario.verify(title)),
  ];
}

/** Interrupts uploads in the middle of the file: the client closes or resets the connection. */
export async function measureInterruptedUploads(quick: boolean): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const scenario = await openScenario(cleanups);
  const { responses, load } = scenario;
  const count = quick ? interruptedUploads.quick : interruptedUploads.full;
  const picture = await sharp(randomBytes(800 * 600 * 3), { raw: { width: 800, height: 600, channels: 3 } })
    .png()
    .toBuffer();
  const files = async () => {
    const { rows } = await scenario.pool.query<{ count: number }>(
      // The pictures of the load are smaller.
      'SELECT count(*)::int FROM media_files WHERE width = 800',
    );
    return { stored: rows[0]?.count ?? Number.NaN, temporary: (await readdir(scenario.temporary)).length };
  };
  const seconds = await scenario.underLoad(async () => {
    for (let sent = 0; sent < count; sent += 1) await interruptUpload(scenario, picture, load.random());
    return secondsUntilAccepted(responses);
  });
  // By then the server has noticed the interrupted uploads and stored the complete ones.
  const giveUpAt = performance.now() + 10_000;
  while ((await files()).temporary > 0 && performance.now() < giveUpAt) await wait(50);
  const { stored, temporary } = await files();
  const title = `${count} interrupted uploads`;
  return [
    { name: `${title}: temporary files left`, value: temporary, unit: '', target: { atMost: 0 } },
    { name: `${title}: pictures stored from them`, value: stored, unit: '', target: { atMost: 0 } },
    unclearErrorsMeasurement(title, responses),
    recoveryMeasurement(title, seconds),
    ...(await scenario.verify(title)),
  ];
}

/** Sends a part (0 to 1) of the file and drops the connection. */
async function interruptUpload(scenario: Scenario, picture: Buffer, part: number): Promise<void> {
  const boundary = randomUUID();
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  const end = `\r\n--${boundary}--\r\n`;
  const { members } = scenario.load.world;
  const { cookie } = members[Math.floor(part * members.length)] ?? members[0]!;
  const socket = openSocket(scenario);
  socket.write(
    [
      'POST /api/uploads/images HTTP/1.1',
      'host: localhost',
      `cookie: ${cookie}`,
      `idempotency-key: ${boundary}`,
      `content-type: multipart/form-data; boundary=${boundary}`,
      `content-length: ${head.length + picture.length + end.length}`,
      '',
      head,
    ].join('\r\n'),
  );
  const sent = picture.subarray(0, Math.floor(part * picture.length));
  await new Promise<void>((resolve) => socket.write(sent, () => resolve()));
  const closed = once(socket, 'close');
  if (part < 0.5) socket.destroy();
  else socket.resetAndDestroy();
  await closed;
}
