import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Envelope } from '../envelope.ts';
import type { Outage } from '../outage.ts';

/** Carries envelopes to every server process, this one included. */
export type Bus = {
  publish: (envelope: Envelope) => void;
  /** For what this process has dealt with already. */
  publishElsewhere: (envelope: Envelope) => void;
  subscribe: (handler: (envelope: Envelope) => void) => void;
  close: () => Promise<void>;
};

/** The half of a bus that differs: how a batch travels to the other processes. */
export type Transport = { send: (batch: string) => Promise<void>; close: () => Promise<void> };

/** A bus before its transport is known, and the way in for what the transport brings. */
type OpeningBus = Bus & { attach: (transport: Transport) => void; receive: (batch: string) => void };

/** A frame leaves at once, and what comes within this time after it leaves together. */
const batchMilliseconds = 10;
const maxRetryMilliseconds = 2_000;

/** What waits for a transport that fails. Beyond it, or after so many tries, catching up is the quicker way. */
const maxWaitingBytes = 4 * 1024 * 1024;
const maxTries = 12;

/**
 * Delivers to this process at once and to the others in batches: one message for all that happened within a few
 * milliseconds, so that a busy minute costs the database a few notifications a second rather than thousands. A batch
 * that could not be sent is sent again, ever more slowly, and those behind it wait.
 */
export function createBus(options: {
  processId: string;
  maxBatchBytes: number;
  outage: Pick<Outage, 'failed' | 'worked'>;
}): OpeningBus {
  const { processId, maxBatchBytes, outage } = options;
  const maxEnvelopeBytes = maxBatchBytes - wrapperBytes;
  /** With what each batch of this process begins. */
  const opening = `{"from":${JSON.stringify(processId)},`;
  const handlers: ((envelope: Envelope) => void)[] = [];
  const closing = new AbortController();
  let transport: Transport | undefined;
  let waiting: string[] = [];
  let waitingBytes = 0;
  let sending: Promise<void> | undefined;

  const deliver = (envelope: Envelope) => {
    for (const handler of handlers) handler(envelope);
  };
  const giveUp = () => {
    waiting = [everyoneCatchesUp];
    waitingBytes = Buffer.byteLength(everyoneCatchesUp);
  };
  const takeBatch = (): string[] => {
    let bytes = 0;
    let count = 0;
    for (const text of waiting) {
      bytes += Buffer.byteLength(text) + 1;
      if (count > 0 && bytes > maxEnvelopeBytes) break;
      count += 1;
    }
    const batch = waiting.splice(0, count);
    for (const text of batch) waitingBytes -= Buffer.byteLength(text);
    return batch;
  };
  const send = async (batch: string[]) => {
    const text = `${opening}"envelopes":[${batch.join(',')}]}`;
    for (let tries = 1; ; tries += 1) {
      try {
        await transport?.send(text);
        outage.worked();
        return;
      } catch (error) {
        outage.failed(error);
      }
      if (closing.signal.aborted) return;
      if (tries === maxTries) {
        giveUp();
        return;
      }
      // A stop ends the pause by rejecting it.
      await wait(Math.min(maxRetryMilliseconds, 25 * 2 ** tries), undefined, closing).catch(() => {});
    }
  };
  /** One batch after the other: a later frame must not overtake an earlier one, whose count it replaces. */
  const sendWaiting = async () => {
    // What is published in one turn of the event loop is one batch.
    await setImmediate();
    while (waiting.length > 0) {
      await send(takeBatch());
      // What fills a batch already gathers nothing by waiting, and would wait ever longer while more comes.
      if (!closing.signal.aborted && waitingBytes < maxEnvelopeBytes) await wait(batchMilliseconds);
    }
    sending = undefined;
  };

  const post = (envelope: Envelope) => {
    const texts = textsOf(envelope, maxEnvelopeBytes);
    waiting.push(...texts);
    for (const text of texts) waitingBytes += Buffer.byteLength(text);
    if (waitingBytes > maxWaitingBytes) giveUp();
    sending ??= sendWaiting();
  };

  return {
    attach(attached) {
      transport = attached;
    },
    receive(batch) {
      // One's own comes back, too: it was delivered when it was published.
      if (batch.startsWith(opening)) return;
      const { envelopes } = JSON.parse(batch) as { envelopes: Envelope[] };
      for (const envelope of envelopes) deliver(envelope);
    },
    publish(envelope) {
      deliver(envelope);
      post(envelope);
    },
    publishElsewhere: post,
    subscribe(handler) {
      handlers.push(handler);
    },
    async close() {
      closing.abort();
      await sending;
      await transport?.close();
    },
  };
}

/** What stands around the envelopes of a batch. */
const wrapperBytes = 100;

const everyoneCatchesUp = JSON.stringify({ catchUp: 'everyone' } satisfies Envelope);

/** An envelope as text; in several where one is too large, and as a word to catch up where that does not help. */
function textsOf(envelope: Envelope, maxBytes: number): string[] {
  const text = JSON.stringify(envelope);
  if (Buffer.byteLength(text) < maxBytes) return [text];
  return halvesOf(envelope).flatMap((half) => textsOf(half, maxBytes));
}

function halvesOf(envelope: Envelope): Envelope[] {
  if ('note' in envelope) {
    const { note, ids, memberIds } = envelope;
    if (memberIds.length > 1) return halves(memberIds).map((half) => ({ note, ids, memberIds: half }));
    if (ids.length > 1) return halves(ids).map((half) => ({ note, ids: half, memberIds }));
    return [{ catchUp: { memberIds } }];
  }
  if ('hiddenMembersChangedFor' in envelope)
    return halves(envelope.hiddenMembersChangedFor).map((half) => ({ hiddenMembersChangedFor: half }));
  if ('audience' in envelope) {
    const { audience } = envelope;
    if (audience === 'everyone' || audience.memberIds.length < 2) return [{ catchUp: audience }];
    return halves(audience.memberIds).map((memberIds) => ({ ...envelope, audience: { memberIds } }));
  }
  return [{ catchUp: 'everyone' }];
}

const halves = (ids: string[]): string[][] => {
  const middle = Math.ceil(ids.length / 2);
  return [ids.slice(0, middle), ids.slice(middle)];
};
