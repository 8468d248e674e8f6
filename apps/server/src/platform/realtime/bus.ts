import type { ServerFrame } from '@commons/contract/live';

/** Who receives a live frame: every signed-in socket, or those of some members. */
export type Audience = 'everyone' | { memberIds: string[] };

/** What one process of a feature tells the others of it: ids, read again from the database by who needs more. */
export type Note = { note: string; ids: string[]; memberIds: string[] };

/**
 * What travels between processes. A frame with `actorIds` is not sent to members who hide one of the actors. The other
 * two make every process look again at a member's sockets.
 */
export type Envelope =
  | { audience: Audience; frame: ServerFrame; actorIds?: string[] }
  | { endSessionsOf: string; sessionId?: string }
  | { hiddenMembersChangedFor: string[] }
  | Note;

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

/**
 * Delivers to this process at once and to the others in batches: one message for all that happened within a few
 * milliseconds, so that a busy minute costs the database a few notifications a second rather than thousands.
 */
export function createBus(options: {
  processId: string;
  maxBatchBytes: number;
  onError: (error: unknown) => void;
}): OpeningBus {
  const { processId, maxBatchBytes, onError } = options;
  const handlers: ((envelope: Envelope) => void)[] = [];
  let transport: Transport | undefined;
  let waiting: string[] = [];
  let sending: Promise<void> | undefined;

  const deliver = (envelope: Envelope) => {
    for (const handler of handlers) handler(envelope);
  };
  const send = async (batch: string[]) => {
    try {
      await transport?.send(`{"from":"${processId}","envelopes":[${batch.join(',')}]}`);
    } catch (error) {
      onError(error);
    }
  };
  /** One batch after the other: a later frame must not overtake an earlier one, whose count it replaces. */
  const sendWaiting = async () => {
    await new Promise((resolve) => setTimeout(resolve, batchMilliseconds));
    while (waiting.length > 0) {
      const batches = inBatches(waiting, maxBatchBytes);
      waiting = [];
      for (const batch of batches) await send(batch);
    }
    sending = undefined;
  };

  const post = (envelope: Envelope) => {
    waiting.push(JSON.stringify(envelope));
    sending ??= sendWaiting();
  };

  return {
    attach(attached) {
      transport = attached;
    },
    receive(batch) {
      const { from, envelopes } = JSON.parse(batch) as { from: string; envelopes: Envelope[] };
      if (from !== processId) envelopes.forEach(deliver);
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
      await sending;
      await transport?.close();
    },
  };
}

const batchMilliseconds = 2;
const wrapperBytes = 100;

function inBatches(envelopes: string[], maxBytes: number): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let room = 0;
  for (const envelope of envelopes) {
    const bytes = Buffer.byteLength(envelope) + 1;
    if (bytes > room) {
      batch = [];
      batches.push(batch);
      room = maxBytes - wrapperBytes;
    }
    batch.push(envelope);
    room -= bytes;
  }
  return batches;
}
