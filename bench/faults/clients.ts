import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { type Bench, type Measurement, median, noneOf, requireDefined, rounded } from '../lib/measurement.ts';
import {
  type LoadedCommunity,
  openLoadedCommunity,
  recoveryMeasurements,
  secondsUntilAccepted,
} from '../mixed-load/community.ts';

const slowClients = { full: 600, quick: 300 };
const slowSeconds = { full: 90, quick: 40 };
const interruptedUploads = { full: 300, quick: 60 };
/** Seconds before the slow clients start, for comparison: other load on the machine affects both. */
const baselineSeconds = { full: 30, quick: 10 };
/** Allowed slowdown of a call while hundreds of clients hold connections open. */
const maxSlowdown = 2;
const temporaryFilesGoneWithinMilliseconds = 10_000;

function openSocket({ site }: LoadedCommunity): Socket {
  const { hostname, port } = new URL(requireDefined(site.urls[0]));
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  return socket;
}

/**
 * Opens hundreds of connections that send headers or bodies byte by byte, or nothing. Other clients must not notice.
 */
export async function measureSlowClients({ quick, cleanups }: Bench): Promise<Measurement[]> {
  const community = await openLoadedCommunity(cleanups);
  const { responses, load } = community;
  const length = quick ? 'quick' : 'full';
  const count = slowClients[length];
  // A member who writes nothing else: a started request counts towards the rate limit of posts.
  const { cookie } = requireDefined(load.world.bystanders[0]);
  const requestStarts = [
    'GET /api/posts HTTP/1.1\r\nhost: localhost\r\nx-slow: ',
    `POST /api/posts HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n{"content":"`,
    '',
  ];
  const medianOf = () => median(responses.outcomes.map(({ milliseconds }) => milliseconds));
  let closed = 0;
  let baseline = Number.NaN;
  let slowed = Number.NaN;
  const seconds = await community.underLoad(async () => {
    await secondsUntilAccepted(responses);
    responses.take();
    await wait(1000 * baselineSeconds[length]);
    baseline = medianOf();
    responses.take();
    const sockets = Array.from({ length: count }, (_, index) => {
      const socket = openSocket(community);
      socket.write(requestStarts[index % requestStarts.length] ?? '');
      socket.once('close', () => (closed += 1));
      return socket;
    });
    const dripping = setInterval(() => {
      for (const [index, socket] of sockets.entries()) if (index % requestStarts.length < 2) socket.write('x');
    }, 1_000);
    await wait(slowSeconds[length] * 1000);
    slowed = medianOf();
    clearInterval(dripping);
    for (const socket of sockets) socket.destroy();
    return secondsUntilAccepted(responses);
  });
  const title = `${count} slow clients`;
  return [
    {
      name: `${title}: slowdown of other calls`,
      value: rounded(slowed / baseline, 2),
      unit: '×',
      target: { atMost: maxSlowdown },
      note: `p50 ${rounded(slowed, 1)} ms, before ${rounded(baseline, 1)} ms`,
    },
    {
      name: `${title}: closed by the server`,
      value: closed,
      unit: `of ${count}`,
      target: { atLeast: Math.floor((count * 2) / 3) },
      note: 'headers after 20 s, bodies after 30 s; a silent client only holds a socket',
    },
    ...recoveryMeasurements(title, responses, seconds),
    ...(await community.verify(title)),
  ];
}

/** Interrupts uploads in the middle of the file: the client closes or resets the connection. */
export async function measureInterruptedUploads({ quick, cleanups }: Bench): Promise<Measurement[]> {
  const community = await openLoadedCommunity(cleanups);
  const { responses, load, pool, temporary } = community;
  const count = interruptedUploads[quick ? 'quick' : 'full'];
  const raw = { width: 800, height: 600, channels: 3 } as const;
  const picture = await sharp(randomBytes(raw.width * raw.height * raw.channels), { raw })
    .png()
    .toBuffer();
  const seconds = await community.underLoad(async () => {
    for (let sent = 0; sent < count; sent += 1) await interruptUpload(community, picture, load.random());
    return secondsUntilAccepted(responses);
  });
  // By then the server has noticed the interrupted uploads and stored the complete ones.
  const giveUpAt = performance.now() + temporaryFilesGoneWithinMilliseconds;
  while ((await readdir(temporary)).length > 0 && performance.now() < giveUpAt) await wait(50);
  // The pictures of the load are smaller.
  const { rows: stored } = await pool.query<{ id: string }>('SELECT id FROM media_files WHERE width = 800');
  const title = `${count} interrupted uploads`;
  return [
    noneOf(`${title}: temporary files left`, await readdir(temporary)),
    noneOf(`${title}: pictures stored from them`, stored.length),
    ...recoveryMeasurements(title, responses, seconds),
    ...(await community.verify(title)),
  ];
}

/** Sends a part (0 to 1) of the file and drops the connection. */
async function interruptUpload(community: LoadedCommunity, picture: Buffer, part: number): Promise<void> {
  const boundary = randomUUID();
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  const end = `\r\n--${boundary}--\r\n`;
  const { members } = community.load.world;
  const { cookie } = requireDefined(members[Math.floor(part * members.length)]);
  const socket = openSocket(community);
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
