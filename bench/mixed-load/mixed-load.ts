import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { adminKinds } from './administration.ts';
import { contributionKinds } from './contributions.ts';
import type { Ledger } from './ledger.ts';
import { memberKinds } from './members-own.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';
import type { Answer, Kind, Write } from './write.ts';

const kinds: Kind[] = [...contributionKinds, ...memberKinds, ...adminKinds];
const byName = new Map(kinds.map((kind) => [kind.name, kind]));

/** Always the same bytes, so that a picture that is sent again is the same under its key. */
const picture = await sharp({ create: { width: 48, height: 32, channels: 3, background: '#8aa' } })
  .png()
  .toBuffer();

const answerWithinMilliseconds = 20_000;
const unheardPauseMilliseconds = 200;

export type Load = {
  world: World;
  ledger: Ledger;
  /** Addresses of the servers; each call goes to one of them. */
  urls: readonly string[];
  random: Random;
  /** How often each refusal was heard that the server stands by, by status and code. */
  refusals: Map<string, number>;
  /** Whatever the server answers to a write, and how long it took. */
  onAnswer?: (response: Response, milliseconds: number, body: object) => void;
  /** No answer came. */
  onSilence?: (error: unknown) => void;
};

/** Writes and reads of all kinds, by several writers one after the other, until told to stop. */
export async function writeUntil(
  signal: AbortSignal,
  load: Load,
  { writers, pauseMilliseconds = 0 }: { writers: number; pauseMilliseconds?: number },
): Promise<void> {
  const write = async (writer: number) => {
    // Members of their own, in pairs: what one does after another is not crossed by another writer.
    const share = 2 * Math.floor(load.world.members.length / writers / 2);
    while (!signal.aborted) {
      const index = writer * share + Math.floor(load.random() * share);
      const next = makeWrite(load, index, writer === 0);
      if (next) {
        load.ledger.sent(next);
        // Whoever is not heard tries something else after a moment, and this again later.
        if (!(await send(load, next))) await wait(unheardPauseMilliseconds);
      }
      if (load.random() < 0.5) await read(load, index);
      if (pauseMilliseconds > 0) await wait(pauseMilliseconds * (0.5 + load.random()));
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
}

/** Only one writer is an admin: what two of them do to one thing would be in no order. */
function makeWrite({ world, ledger, random }: Load, index: number, isAdmin: boolean): Write | undefined {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)];
  const possible = isAdmin ? kinds : kinds.filter(({ isByAdmin }) => !isByAdmin);
  let place = random() * possible.reduce((sum, { weight }) => sum + weight, 0);
  const kind = possible.find(({ weight }) => (place -= weight) < 0);
  const [member, partner] = [world.members[index], world.members[index ^ 1]];
  if (!kind || !member || !partner) return undefined;
  const key = randomUUID();
  const made = kind.make({ world, index, member, partner, key, pick });
  // Admins stand behind the members.
  const by = kind.isByVisitor ? null : kind.isByAdmin ? -1 - Math.floor(random() * world.admins.length) : index;
  return made && !ledger.isOpen(made.slot) ? { kind: kind.name, key, by, ...made } : undefined;
}

/**
 * Sends a write; whatever goes wrong on the way leaves it unacknowledged, as it does for a browser. When it was sent
 * before, what it would undo is looked for first, and what is gone already was taken away. Returns whether it is settled.
 */
async function send(load: Load, write: Write, isAgain = false): Promise<boolean> {
  const { ledger } = load;
  try {
    if (isAgain && write.look) {
      const seen = await ask(load, { ...write, method: 'GET', path: write.look, body: undefined });
      const { isLiked = false } = (await seen.json()) as Partial<Answer>;
      if (isLiked) {
        ledger.acknowledged(write);
        return true;
      }
    }
    const startedAt = performance.now();
    const response = await ask(load, write);
    const body = response.status === 204 ? {} : ((await response.json()) as object);
    load.onAnswer?.(response, performance.now() - startedAt, body);
    if (response.ok) {
      byName.get(write.kind)?.learn?.(load.world, write, body as Answer);
      ledger.acknowledged(write);
      return true;
    }
    const { type = '' } = body as { type?: string };
    // A post that was taken down takes its comments out of reach, and deletes none.
    const isOutOfReach = write.keptIn === 'comments' && type.endsWith('post_not_found');
    if (isAgain && write.method === 'DELETE' && response.status === 404 && !isOutOfReach) {
      ledger.acknowledged(write);
      return true;
    }
    if (response.status >= 500 || response.status === 429) return false;
    const refusal = `${write.kind}: ${response.status} ${type}`;
    load.refusals.set(refusal, (load.refusals.get(refusal) ?? 0) + 1);
    ledger.refused(write);
    return true;
  } catch (error) {
    load.onSilence?.(error);
    return false;
  }
}

const pages = [
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
  '/api/users',
];

async function read(load: Load, index: number): Promise<void> {
  const path = pages[Math.floor(load.random() * pages.length)] ?? '/api/posts';
  const write = { kind: 'read', key: randomUUID(), by: index, method: 'GET', path, slot: '' };
  await ask(load, write).then(
    (response) => response.arrayBuffer(),
    () => undefined,
  );
}

async function ask({ world, urls, random }: Load, write: Write): Promise<Response> {
  const { by, key, method, path, body, pictureIn } = write;
  const url = urls[Math.floor(random() * urls.length)] ?? '';
  const form = pictureIn ? new FormData() : undefined;
  form?.append(pictureIn ?? '', new File([new Uint8Array(picture)], 'grey.png', { type: 'image/png' }));
  const who = by === null ? undefined : by < 0 ? world.admins[-1 - by] : world.members[by];
  return fetch(`${url}${path}`, {
    method,
    headers: {
      // Each visitor is somewhere else.
      ...(who ? { cookie: who.cookie } : { 'x-forwarded-for': addressOf(key) }),
      ...(method === 'POST' && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(form ? { body: form } : body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(answerWithinMilliseconds),
  });
}

const addressOf = (key: string): string =>
  `10.${[0, 2, 4].map((at) => Number.parseInt(key.slice(at, at + 2), 16)).join('.')}`;

/** Sends again what was not acknowledged, in order, until all is. @throws Error when it is not within a minute. */
export async function sendAgain(load: Load): Promise<number> {
  const unacknowledged = load.ledger.unacknowledged();
  const giveUpAt = performance.now() + 60_000;
  for (let left = unacknowledged; left.length > 0; left = load.ledger.unacknowledged()) {
    if (performance.now() > giveUpAt)
      throw new Error(`${left.length} writes were not taken within a minute: ${JSON.stringify(left[0])}`);
    for (const write of left) await send(load, write, true);
  }
  return unacknowledged.length;
}
