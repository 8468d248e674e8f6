import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServerFrame } from '@commons/contract/live/schemas';
import type { Message } from '@commons/contract/messages/schemas';
import { WebSocket } from 'ws';
import type { SignedInMember } from './members.ts';
import { waitUntil } from './wait-until.ts';

/** State shared by all clients of a run. */
export type Exchange = {
  /** Addresses of the servers. A client that loses its server connects to the next one. */
  urls: string[];
  /** Send time of each message, by client id. All clients run in this process, so latencies use one clock. */
  sentAt: Map<string, number>;
  latencies: number[];
  acknowledged: Set<string>;
  catchUps: number;
  /** Connections that were refused or timed out. A busy machine can need more than five seconds for a handshake. */
  failedConnections: number;
};

export const newExchange = (urls: string[]): Exchange => ({
  urls,
  sentAt: new Map(),
  latencies: [],
  acknowledged: new Set(),
  catchUps: 0,
  failedConnections: 0,
});

const openWithinMilliseconds = 5_000;
const acknowledgeWithinMilliseconds = 5_000;

/**
 * A member with one conversation. Behaves as the web client does: it sends over the socket, or over HTTP when the
 * socket is closed or silent. It orders messages by position and fetches missed ones after a reconnect or a gap.
 */
export class MessageClient {
  readonly member: SignedInMember;
  readonly otherId: string;
  /** Messages in the order in which this member saw them. */
  readonly log: Message[] = [];
  socket: WebSocket | undefined;
  readonly #exchange: Exchange;
  readonly #early = new Map<number, Message>();
  #urlIndex: number;
  #isClosed = false;
  #catchingUp: Promise<void> | undefined;

  constructor(member: SignedInMember, otherId: string, exchange: Exchange, urlIndex: number) {
    this.member = member;
    this.otherId = otherId;
    this.#exchange = exchange;
    this.#urlIndex = urlIndex;
  }

  get url(): string {
    return this.#exchange.urls[this.#urlIndex % this.#exchange.urls.length]!;
  }

  /** Connects. Retries at the other servers after random, growing delays, so that clients do not all come at once. */
  async open(): Promise<void> {
    for (let attempt = 0; !this.#isClosed; attempt += 1)
      try {
        await this.#connect();
        return;
      } catch {
        this.#exchange.failedConnections += 1;
        await wait(50 + Math.random() * Math.min(2_000, 200 * 2 ** attempt));
        this.#urlIndex += 1;
      }
  }

  async #connect(): Promise<void> {
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/ws`, {
      headers: { cookie: this.member.cookie, origin: this.url },
      perMessageDeflate: false,
      handshakeTimeout: openWithinMilliseconds,
    });
    socket.on('message', (data) => this.#receive(JSON.parse((data as Buffer).toString('utf8')) as ServerFrame));
    socket.on('error', () => {});
    await once(socket, 'open');
    // Registered after the connection opens: a failed attempt closes as well, and must not reconnect twice.
    socket.on('close', () => void this.#reopen());
    this.socket = socket;
  }

  /** Drops the connection without a close handshake, as a lost network does. */
  disconnect(): void {
    this.socket?.terminate();
  }

  close(): void {
    this.#isClosed = true;
    this.socket?.terminate();
  }

  /** Sends a message and retries until it is acknowledged. */
  async send(content: string): Promise<void> {
    const clientId = randomUUID();
    const { sentAt, acknowledged } = this.#exchange;
    sentAt.set(clientId, performance.now());
    const body = { receiverId: this.otherId, content: `${clientId} ${content}`, clientId };
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify({ type: 'message', ...body }));
      const isSettled = () => acknowledged.has(clientId) || this.socket?.readyState !== WebSocket.OPEN;
      await waitUntil(isSettled, { atMostMilliseconds: acknowledgeWithinMilliseconds });
    }
    while (!acknowledged.has(clientId)) {
      const response = await this.#fetch('/api/messages', body).catch(() => undefined);
      if (response?.status === 201) acknowledged.add(clientId);
      else if (response && response.status >= 400 && response.status < 500)
        throw new Error(`A message was refused: ${response.status} ${await response.text()}`);
      else await wait(200);
    }
  }

  /** Fetches all messages after the last one in the log, page by page. */
  catchUp(): Promise<void> {
    this.#catchingUp ??= this.#fetchMissed().finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  async #fetchMissed(): Promise<void> {
    this.#exchange.catchUps += 1;
    for (;;) {
      const last = this.log.at(-1);
      const search = new URLSearchParams({ userId: this.otherId, limit: '100', ...(last && { after: last.id }) });
      const response = await this.#fetch(`/api/messages?${search.toString()}`);
      const page = (await response.json()) as Message[];
      // The first page is the newest one, in reverse order.
      for (const message of last ? page : page.toReversed()) this.#add(message, message.position);
      if (!last || page.length < 100) return;
    }
  }

  async #reopen(): Promise<void> {
    await wait(50 + Math.random() * 200);
    await this.open();
    await this.catchUp().catch(() => this.disconnect());
  }

  #receive(frame: ServerFrame): void {
    if (frame.type === 'ack') this.#exchange.acknowledged.add(frame.clientId);
    if (frame.type !== 'message') return;
    const { message } = frame;
    const sentAt = this.#exchange.sentAt.get(message.content.slice(0, 36));
    if (message.senderId !== this.member.id && sentAt !== undefined)
      this.#exchange.latencies.push(performance.now() - sentAt);
    this.#add(message);
  }

  /** Adds a message in order. A message that arrives early waits for those before it. */
  #add(message: Message, expected = (this.log.at(-1)?.position ?? 0) + 1): void {
    if (message.position <= (this.log.at(-1)?.position ?? 0)) return;
    this.#early.set(message.position, message);
    for (let next = this.#early.get(expected); next; next = this.#early.get(next.position + 1)) {
      this.log.push(next);
      this.#early.delete(next.position);
    }
    for (const position of this.#early.keys())
      if (position <= (this.log.at(-1)?.position ?? 0)) this.#early.delete(position);
    if (this.#early.size > 0) void this.catchUp().catch(() => {});
  }

  #fetch(path: string, body?: object): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { cookie: this.member.cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
  }
}
