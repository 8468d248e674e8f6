import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { type Measurement, median, percentile, rounded } from '../lib/measurement.ts';
import { clearLine, openScene, recoveryLine, type Scene, secondsUntilTaken } from './scene.ts';

const slowClients = { full: 600, quick: 300 };
const slowSeconds = { full: 90, quick: 45 };
const cutUploads = { full: 300, quick: 60 };

/** Before the slow clients come, for comparison: what else the machine does weighs on both. */
const calmSeconds = { full: 30, quick: 15 };
/** How much longer a write may take while hundreds hold connections open. */
const maxSlowdown = 2;

function open(scene: Scene): Socket {
  const { hostname, port } = new URL(scene.site.urls[0] ?? '');
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  return socket;
}

/** Hundreds of clients that send a byte now and then: of a head, of a body, and of nothing. The others must not notice. */
export async function measureSlowClients(quick: boolean): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const scene = await openScene(cleanups);
  const { answers, load } = scene;
  const count = quick ? slowClients.quick : slowClients.full;
  const lasting = quick ? slowSeconds.quick : slowSeconds.full;
  // Of somebody who writes nothing else: what is begun counts towards the limit of posts.
  const cookie = load.world.bystanders[0]?.cookie ?? '';
  const beginnings = [
    'GET /api/posts HTTP/1.1\r\nhost: localhost\r\nx-slow: ',
    `POST /api/posts HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n{"content":"`,
    '',
  ];
  const latencies: number[] = [];
  const calm: number[] = [];
  const onAnswer = load.onAnswer;
  load.onAnswer = (response, milliseconds, body) => {
    latencies.push(milliseconds);
    onAnswer?.(response, milliseconds, body);
  };
  let cut = 0;
  const seconds = await scene.underLoad(async () => {
    await secondsUntilTaken(answers);
    answers.clear();
    latencies.length = 0;
    await wait(1000 * (quick ? calmSeconds.quick : calmSeconds.full));
    calm.push(...latencies.splice(0));
    const sockets = Array.from({ length: count }, (_, index) => {
      const socket = open(scene);
      socket.write(beginnings[index % beginnings.length] ?? '');
      socket.once('close', () => (cut += 1));
      return socket;
    });
    const dripping = setInterval(() => {
      for (const [index, socket] of sockets.entries()) if (index % beginnings.length < 2) socket.write('x');
    }, 1_000);
    await wait(lasting * 1000);
    clearInterval(dripping);
    for (const socket of sockets) socket.destroy();
    return secondsUntilTaken(answers);
  });
  const title = `${count} slow clients`;
  return [
    {
      name: `${title}: how much longer a write of others takes`,
      value: rounded(median(latencies) / median(calm), 2),
      unit: '×',
      bar: { atMost: maxSlowdown },
      note: `half of ${latencies.length} in ${rounded(median(latencies))} ms and 99 of 100 in ${rounded(percentile(latencies, 0.99))} ms, against ${rounded(median(calm))} and ${rounded(percentile(calm, 0.99))} ms before`,
    },
    {
      name: `${title}: cut by the server`,
      value: cut,
      unit: `of ${count}`,
      bar: { atLeast: Math.floor((count * 2) / 3) },
      note: 'heads after 20 s, bodies after 30 s; who has said nothing yet holds no more than a socket',
    },
    clearLine(title, answers),
    recoveryLine(title, seconds),
    ...(await scene.judge(title)),
  ];
}

/** Uploads that end in the midst of the file, by a client that closes and by one whose line goes dead. */
export async function measureCutUploads(quick: boolean): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const scene = await openScene(cleanups);
  const { answers, load } = scene;
  const count = quick ? cutUploads.quick : cutUploads.full;
  const picture = await sharp(randomBytes(800 * 600 * 3), { raw: { width: 800, height: 600, channels: 3 } })
    .png()
    .toBuffer();
  const files = async () => {
    const { rows } = await scene.pool.query<{ count: number }>(
      // Those of the load are smaller.
      'SELECT count(*)::int FROM media_files WHERE width = 800',
    );
    return { stored: rows[0]?.count ?? Number.NaN, temporary: (await readdir(scene.temporary)).length };
  };
  const seconds = await scene.underLoad(async () => {
    for (let sent = 0; sent < count; sent += 1) await cutUpload(scene, picture, load.random());
    return secondsUntilTaken(answers);
  });
  // What was cut is noticed by then, and what was uploaded by the load is stored.
  const giveUpAt = performance.now() + 10_000;
  while ((await files()).temporary > 0 && performance.now() < giveUpAt) await wait(50);
  const { stored, temporary } = await files();
  const title = `${count} cut uploads`;
  return [
    { name: `${title}: temporary files left`, value: temporary, unit: '', bar: { atMost: 0 } },
    { name: `${title}: pictures stored of them`, value: stored, unit: '', bar: { atMost: 0 } },
    clearLine(title, answers),
    recoveryLine(title, seconds),
    ...(await scene.judge(title)),
  ];
}

/** Sends a part of the file, at least a byte short of all. */
async function cutUpload(scene: Scene, picture: Buffer, part: number): Promise<void> {
  const boundary = randomUUID();
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  const end = `\r\n--${boundary}--\r\n`;
  const { members } = scene.load.world;
  const { cookie } = members[Math.floor(part * members.length)] ?? members[0]!;
  const socket = open(scene);
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
