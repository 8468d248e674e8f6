import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Envelope } from '../envelope.ts';
import type { Outage } from '../outage.ts';

/** Carries envelopes to every server process, including this one. */
export type Bus = {
  publish: (envelope: Envelope) => void;
  /** Sends only to other processes, for changes that this process has already handled. */
  publishToOthers: (envelope: Envelope) => void;
  subscribe: (handler: (envelope: Envelope) => void) => void;
  close: () => Promise<void>;
};

/** The transport of a bus: it sends a batch to the other processes. */
export type Transport = { send: (batch: string) => Promise<void>; close: () => Promise<void> };

/** A bus that still needs its transport. Received batches enter through `receive`. */
type UnattachedBus = Bus & { attach: (transport: Transport) => void; receive: (batch: string) => void };

/** Frames published within this time after a batch are sent together. */
const batchMilliseconds = 10;
const maxRetryMilliseconds = 2_000;

/** Maximum pending bytes and attempts per batch. Beyond these limits, catching up is faster. */
const maxQueuedBytes = 4 * 1024 * 1024;
const maxTries = 12;

/**
 * Creates a bus. It delivers to this process at once. For the other processes, it combines all envelopes within a few
 * milliseconds into one batch, so even a busy community costs the database only a few notifications per second. A
 * failed batch is retried with exponential backoff, and later batches wait for it.
 */
export function createBus(options: {
  processId: string;
  maxBatchBytes: number;
  outage: Pick<Outage, 'reportFailure' | 'reportSuccess'>;
}): UnattachedBus {
  const { processId, maxBatchBytes, outage } = options;
  const maxEnvelopeBytes = maxBatchBytes - wrapperBytes;
  /** The prefix of every batch from this process. */
  const prefix = `{"from":${JSON.stringify(processId)},`;
  const handlers: ((envelope: Envelope) => void)[] = [];
  const closing = new AbortController();
  let transport: Transport | undefined;
  let queuedTexts: string[] = [];
  let queuedBytes = 0;
  let sending: Promise<void> | undefined;

  const deliver = (envelope: Envelope) => {
    for (const handler of handlers) handler(envelope);
  };
  const replaceWithCatchUp = () => {
    queuedTexts = [catchUpText];
    queuedBytes = Buffer.byteLength(catchUpText);
  };
  const takeBatch = (): string[] => {
    let bytes = 0;
    let count = 0;
    for (const text of queuedTexts) {
      bytes += Buffer.byteLength(text) + 1;
      if (count > 0 && bytes > maxEnvelopeBytes) break;
      count += 1;
    }
    const batch = queuedTexts.splice(0, count);
    for (const text of batch) queuedBytes -= Buffer.byteLength(text);
    return batch;
  };
  const send = async (batch: string[]) => {
    const text = `${prefix}"envelopes":[${batch.join(',')}]}`;
    for (let tries = 1; ; tries += 1) {
      try {
        await transport?.send(text);
        outage.reportSuccess();
        return;
      } catch (error) {
        outage.reportFailure(error);
      }
      if (closing.signal.aborted) return;
      if (tries === maxTries) {
        replaceWithCatchUp();
        return;
      }
      // A stop ends the pause by rejecting it.
      await wait(Math.min(maxRetryMilliseconds, 25 * 2 ** tries), undefined, closing).catch(() => {});
    }
  };
  /** Sends one batch at a time, so that later frames do not overtake earlier ones. */
  const sendQueued = async () => {
    // Everything published in one turn of the event loop goes into one batch.
    await setImmediate();
    while (queuedTexts.length > 0) {
      await send(takeBatch());
      // A full batch is sent without a delay. Otherwise pending envelopes would grow while more arrive.
      if (!closing.signal.aborted && queuedBytes < maxEnvelopeBytes) await wait(batchMilliseconds);
    }
    sending = undefined;
  };

  const enqueue = (envelope: Envelope) => {
    const texts = serialize(envelope, maxEnvelopeBytes);
    queuedTexts.push(...texts);
    for (const text of texts) queuedBytes += Buffer.byteLength(text);
    if (queuedBytes > maxQueuedBytes) replaceWithCatchUp();
    sending ??= sendQueued();
  };

  return {
    attach(newTransport) {
      transport = newTransport;
    },
    receive(batch) {
      // Ignores batches of this process: they were delivered when they were published.
      if (batch.startsWith(prefix)) return;
      const { envelopes } = JSON.parse(batch) as { envelopes: Envelope[] };
      for (const envelope of envelopes) deliver(envelope);
    },
    publish(envelope) {
      deliver(envelope);
      enqueue(envelope);
    },
    publishToOthers: enqueue,
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

/** Reserved bytes for the JSON around the envelopes of a batch. */
const wrapperBytes = 100;

const catchUpText = JSON.stringify({ catchUp: 'everyone' } satisfies Envelope);

/** Serializes an envelope. Splits it if it is too large, or replaces it with a request to catch up. */
function serialize(envelope: Envelope, maxBytes: number): string[] {
  const text = JSON.stringify(envelope);
  if (Buffer.byteLength(text) < maxBytes) return [text];
  return split(envelope).flatMap((half) => serialize(half, maxBytes));
}

function split(envelope: Envelope): Envelope[] {
  if ('note' in envelope) {
    const { note, ids, memberIds } = envelope;
    if (memberIds.length > 1) return halve(memberIds).map((half) => ({ note, ids, memberIds: half }));
    if (ids.length > 1) return halve(ids).map((half) => ({ note, ids: half, memberIds }));
    return [{ catchUp: { memberIds } }];
  }
  if ('hiddenMembersChangedFor' in envelope)
    return halve(envelope.hiddenMembersChangedFor).map((half) => ({ hiddenMembersChangedFor: half }));
  if ('audience' in envelope) {
    const { audience } = envelope;
    if (audience === 'everyone' || audience.memberIds.length < 2) return [{ catchUp: audience }];
    return halve(audience.memberIds).map((memberIds) => ({ ...envelope, audience: { memberIds } }));
  }
  return [{ catchUp: 'everyone' }];
}

const halve = (ids: string[]): string[][] => {
  const middle = Math.ceil(ids.length / 2);
  return [ids.slice(0, middle), ids.slice(middle)];
};
