import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import type { SignedInMember } from '../lib/members.ts';
import { between, oneOf } from '../lib/random.ts';
import { waitUntil } from '../lib/wait-until.ts';
import { kinds } from './kinds.ts';
import type { Ledger } from './ledger.ts';
import type { ResponseLog } from './response-log.ts';
import type { World } from './world.ts';
import type { ResponseBody, Write } from './write.ts';

const byName = new Map(kinds.map((kind) => [kind.name, kind]));

/** A fixed picture, so that a retry with the same key has the same body. */
const picture = await sharp({ create: { width: 48, height: 32, channels: 3, background: '#8aa' } })
  .png()
  .toBuffer();

const responseWithinMilliseconds = 20_000;
const retryPauseMilliseconds = 200;

export type Load = {
  world: World;
  ledger: Ledger;
  /** Addresses of the servers; each call goes to one of them. */
  urls: readonly string[];
  responses: ResponseLog;
  /** Pages for browsers that members read, too. */
  pages: readonly string[];
};

/** Runs several writers until aborted. Each makes writes and reads of all kinds, one after another. */
export async function writeUntil(
  signal: AbortSignal,
  load: Load,
  { writers, pauseMilliseconds = 0 }: { writers: number; pauseMilliseconds?: number },
): Promise<void> {
  const write = async (writer: number) => {
    // Each writer has its own pairs of members, so that writes of one member have a defined order.
    const share = 2 * Math.floor(load.world.members.length / writers / 2);
    while (!signal.aborted) {
      const index = writer * share + Math.floor(between(0, share));
      const next = makeWrite(load, index, writer === 0);
      if (next) {
        load.ledger.recordSent(next);
        // An unacknowledged write is retried at the end. The writer pauses and continues.
        if (!(await send(load, next))) await wait(retryPauseMilliseconds);
      }
      if (Math.random() < 0.5) await read(load, load.world.members[index]);
      if (pauseMilliseconds > 0) await wait(pauseMilliseconds * between(0.5, 1.5));
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
}

/** Chooses a random write. Only one writer acts as an admin, so that admin writes have a defined order. */
function makeWrite({ world, ledger }: Load, index: number, mayBeAdmin: boolean): Write | undefined {
  const possible = mayBeAdmin ? kinds : kinds.filter(({ caller }) => caller !== 'admin');
  let remainingWeight = Math.random() * possible.reduce((sum, { weight }) => sum + weight, 0);
  const kind = possible.find(({ weight }) => (remainingWeight -= weight) < 0);
  const [member, partner] = [world.members[index], world.members[index ^ 1]];
  if (!kind || !member || !partner) return undefined;
  const key = randomUUID();
  const write = kind.make({ world, index, member, partner, key });
  const by = kind.caller === 'visitor' ? undefined : kind.caller === 'admin' ? oneOf(world.admins) : member;
  return write && !ledger.isOpen(write.slot) ? { kind: kind.name, key, by, ...write } : undefined;
}

/**
 * Sends a write. An error or a lost response leaves it unacknowledged, as in a browser. A retry first reads the state
 * that a second toggle would undo, and takes a 404 of a deletion as success. Returns whether the write is settled.
 */
async function send(load: Load, write: Write, isRetry = false): Promise<boolean> {
  const { ledger, responses } = load;
  const acknowledge = () => {
    ledger.recordAcknowledged(write);
    return true;
  };
  const startedAt = performance.now();
  try {
    if (isRetry && write.statePath) {
      const state = await sendRequest(load, { method: 'GET', path: write.statePath, by: write.by, key: write.key });
      if (((await state.json()) as Partial<ResponseBody>).isLiked) return acknowledge();
    }
    const response = await sendRequest(load, write);
    const text = await response.text();
    // A proxy without a server behind it answers with plain text.
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const body = isJson ? (JSON.parse(text) as object) : {};
    responses.record(write.kind, response, performance.now() - startedAt, text);
    if (response.ok) {
      byName.get(write.kind)?.onResponse?.(load.world, write, body as ResponseBody);
      return acknowledge();
    }
    const { type = '' } = body as { type?: string };
    // A removed post hides its comments but does not delete them.
    const isHidden = write.markKind === 'comments' && type.endsWith('post_not_found');
    if (isRetry && write.method === 'DELETE' && response.status === 404 && !isHidden) return acknowledge();
    if (response.status >= 500 || response.status === 429) return false;
    ledger.recordRefused(write);
    return true;
  } catch {
    responses.recordNoResponse(write.kind, performance.now() - startedAt);
    return false;
  }
}

const apiPages = [
  '/api/posts',
  '/api/wellness-wins',
  '/api/gratitude-posts',
  '/api/notifications',
  '/api/messages/conversations',
  '/api/search?q=written',
  '/api/leaderboard',
  '/api/auth/user',
  '/api/events',
  '/api/meditations',
  '/api/connections',
];

/** Reads a page, a response of the API or a picture. */
async function read(load: Load, member: SignedInMember | undefined): Promise<void> {
  const { world, responses } = load;
  const pictures = world.pictures.slice(-1);
  const paths = [...apiPages, ...load.pages, ...pictures];
  const path = oneOf(paths) ?? '';
  const kind = pictures.includes(path) ? 'picture read' : 'read';
  const startedAt = performance.now();
  try {
    const response = await sendRequest(load, { method: 'GET', path, by: member, key: '' });
    const body = Buffer.from(await response.arrayBuffer());
    responses.record(kind, response, performance.now() - startedAt, body.toString('utf8', 0, 200));
    const isComplete = path.startsWith('/api/') || (kind === 'read' ? body.includes('</html>') : body.length > 0);
    if (response.ok && !isComplete) responses.recordNoResponse(kind, performance.now() - startedAt);
  } catch {
    responses.recordNoResponse(kind, performance.now() - startedAt);
  }
}

type Call = Pick<Write, 'by' | 'key' | 'method' | 'path' | 'body' | 'pictureField'>;

async function sendRequest({ urls }: Load, { by, key, method, path, body, pictureField }: Call): Promise<Response> {
  const url = oneOf(urls) ?? '';
  const form = pictureField ? new FormData() : undefined;
  form?.append(pictureField ?? '', new File([new Uint8Array(picture)], 'grey.png', { type: 'image/png' }));
  return fetch(`${url}${path}`, {
    method,
    headers: {
      // Each visitor has their own address.
      ...(by ? { cookie: by.cookie } : { 'x-forwarded-for': addressOf(key) }),
      ...(method === 'POST' && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(form ? { body: form } : body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(responseWithinMilliseconds),
  });
}

const addressOf = (key: string): string =>
  `10.${[0, 2, 4].map((at) => Number.parseInt(key.slice(at, at + 2), 16)).join('.')}`;

/**
 * Retries unacknowledged writes in order until all are settled. Returns their number.
 * @throws Error after a minute.
 */
export async function retryUnacknowledged(load: Load): Promise<number> {
  const unacknowledged = load.ledger.unacknowledged();
  const retryAll = async () => {
    for (const write of load.ledger.unacknowledged()) await send(load, write, true);
    return load.ledger.unacknowledged().length === 0;
  };
  if (!(await waitUntil(retryAll)))
    throw new Error(`Writes were not accepted within a minute: ${JSON.stringify(load.ledger.unacknowledged()[0])}`);
  return unacknowledged.length;
}
