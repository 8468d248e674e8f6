import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { serverFrame } from '@commons/contract/live/schemas';
import { messageClientFrames } from '@commons/contract/messages/schemas';
import fc from 'fast-check';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { type CallerName, callerNames } from './calls.ts';
import { fromSchema, type JsonSchema, hostileText, unusualJson } from './inputs.ts';
import type { World } from './world.ts';

type Part = { text: string; isBinary?: boolean; isLast?: boolean } | { control: 'ping' | 'pong'; bytes: number };
type SocketCaller = Exclude<CallerName, 'visitor'>;
export type Conversation = { caller: SocketCaller; parts: Part[] };

const frame = fc.oneof(
  ...Object.entries(messageClientFrames).map(([type, schema]) => ({
    arbitrary: fromSchema(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema, (name) =>
      /photo/i.test(name) ? 'photo' : 'member',
    ).map((value): Part => ({ text: JSON.stringify(value) })),
    weight: type === 'message' ? 6 : 3,
  })),
  { arbitrary: unusualJson.map((text): Part => ({ text })), weight: 1 },
  { arbitrary: hostileText.map((text): Part => ({ text })), weight: 1 },
  {
    arbitrary: fc
      .constantFrom(
        'message',
        'typing',
        'read',
        'ack',
        'error',
        '__proto__',
        'constructor',
        'toString',
        '',
        1,
        null,
        ['message'],
        {},
      )
      .map((type): Part => ({ text: JSON.stringify({ type, clientId: randomClientId }) })),
    weight: 1,
  },
  { arbitrary: hostileText.map((text): Part => ({ text, isBinary: true })), weight: 1 },
  { arbitrary: hostileText.map((text): Part => ({ text, isLast: false })), weight: 1 },
  {
    arbitrary: fc
      .tuple(fc.constantFrom<'ping' | 'pong'>('ping', 'pong'), fc.nat({ max: 125 }))
      .map(([control, bytes]): Part => ({ control, bytes })),
    weight: 1,
  },
);
const randomClientId = '01a1f8b0-1842-484d-8a93-e722f3082526';
const oversized = fc
  .constantFrom(16 * 1024 - 1, 16 * 1024, 16 * 1024 + 1, 300_000)
  .map((length): Part => ({ text: `{"type":"typing","x":"${'x'.repeat(length - 26)}"}` }));
const flood = fc
  .tuple(frame, fc.constantFrom(60, 260))
  .map(([part, count]) => Array.from({ length: count }, () => part));

/** A sequence of frames, after which the socket is checked for a response. */
export const conversations: fc.Arbitrary<Conversation> = fc.record({
  caller: fc.constantFrom(...callerNames.filter((name): name is SocketCaller => name !== 'visitor')),
  parts: fc.oneof(
    { arbitrary: fc.array(frame, { minLength: 5, maxLength: 30 }), weight: 60 },
    { arbitrary: fc.array(fc.oneof(frame, oversized), { minLength: 1, maxLength: 4 }), weight: 3 },
    { arbitrary: flood, weight: 1 },
  ),
});

/** Close codes that the server may use for misbehaving clients (RFC 6455, section 7.4.1, and application codes). */
const permittedCloses = new Set([1001, 1002, 1003, 1007, 1008, 1009, 1012, 1013, 4401, 4429]);
const responseTimeoutMilliseconds = 15_000;

/** Sockets of the members. They stay open between conversations, so that frames about others are checked, too. */
export class Sockets {
  readonly #world: World;
  readonly #open = new Map<SocketCaller, WebSocket>();
  readonly #waiting = new Map<string, () => void>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Sends all frames and waits until the server has handled them. Returns their number. */
  async sendConversation({ caller, parts }: Conversation): Promise<number> {
    const socket = await this.#socketOf(caller);
    for (const part of parts) this.#sendPart(socket, part);
    if (parts.some((part) => 'isLast' in part)) socket.send('"end of the message"');
    const clientId = randomUUID();
    const outcome = Promise.withResolvers<string>();
    const timeout = setTimeout(() => outcome.resolve('nothing'), responseTimeoutMilliseconds);
    const onClose = () => outcome.resolve('closed');
    socket.once('close', onClose);
    this.#waiting.set(clientId, () => outcome.resolve('answered'));
    socket.send(JSON.stringify({ type: 'is-anybody-there', clientId }));
    if (socket.readyState === WebSocket.CLOSED) onClose();
    const result = await outcome.promise;
    clearTimeout(timeout);
    socket.off('close', onClose);
    this.#waiting.delete(clientId);
    if (result === 'nothing') this.#world.faults.add('a socket no longer gets responses', { caller, parts });
    this.#world.reportLoggedErrors(JSON.stringify({ caller, parts }).slice(0, 1_500));
    return parts.length;
  }

  async close(): Promise<void> {
    for (const socket of this.#open.values()) socket.terminate();
  }

  #sendPart(socket: WebSocket, part: Part): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    if ('control' in part) socket[part.control](Buffer.alloc(part.bytes));
    else
      socket.send(part.isBinary ? Buffer.from(part.text) : this.#world.pool.resolve(part.text, '/ws').toWellFormed(), {
        binary: part.isBinary ?? false,
        fin: part.isLast ?? true,
      });
  }

  async #socketOf(caller: SocketCaller): Promise<WebSocket> {
    const existing = this.#open.get(caller);
    if (existing?.readyState === WebSocket.OPEN) return existing;
    const { community, members } = this.#world;
    const base = await community.listen();
    const socket = new WebSocket(`${base.replace('http', 'ws')}/ws`, {
      headers: { cookie: await community.signIn(members[caller].id), origin: community.publicUrl },
    });
    socket.on('error', () => {});
    socket.on('message', (data) => this.#hear((data as Buffer).toString('utf8')));
    await once(socket, 'open');
    socket.on('close', (code) => {
      if (!permittedCloses.has(code)) this.#world.faults.add(`a socket closed with ${code}`, { caller });
    });
    this.#open.set(caller, socket);
    return socket;
  }

  #hear(text: string): void {
    const parsedFrame: unknown = JSON.parse(text);
    const validation = serverFrame.safeParse(parsedFrame);
    if (!validation.success) {
      this.#world.faults.add(`a frame does not fit its schema: ${validation.error.issues[0]?.message}`, text);
      return;
    }
    if (!isDeepStrictEqual(validation.data, parsedFrame)) this.#world.faults.add('a frame has undeclared fields', text);
    if (validation.data.type !== 'error') return;
    const { code, clientId } = validation.data;
    if (code === 'server.failed' || !(this.#world.codes.has(code) || code.startsWith('live.')))
      this.#world.faults.add(`a frame has the error code ${code}`, text);
    this.#waiting.get(clientId ?? '')?.();
  }
}
