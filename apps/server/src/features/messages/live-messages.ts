import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Bus } from '../../platform/realtime/bus.ts';
import type { Sockets } from '../../platform/realtime/sockets.ts';
import { listByIds, type MessageRow, toMessageView } from './messages.queries.ts';
import { type Delivery, markDelivered } from './receipts.ts';

/** Delivers stored messages to the sockets of both members, on all server processes. */
export type LiveMessages = { messageStored: (message: MessageRow) => void; close: () => void };

const storedNotification = 'messages.stored';

/** How long messages are collected before one statement reads them or marks them as delivered. */
const batchMilliseconds = { read: 2, delivered: 50 } as const;

/**
 * Starts live delivery. The sending process delivers a message immediately and publishes its id. Other processes with a
 * socket of one of the two members read the message from the database, in batches of a few milliseconds.
 */
export function openLiveMessages(options: {
  db: Database;
  bus: Bus;
  sockets: Sockets;
  log: FastifyBaseLogger;
}): LiveMessages {
  const { db, bus, sockets, log } = options;
  const logError = (error: unknown) => log.error({ err: error }, 'delivering live messages failed');

  const deliveryBatch = batch<Delivery>(
    batchMilliseconds.delivered,
    async (deliveries) => {
      for (const { memberId, otherId, position } of await markDelivered(db, latestPerPair(deliveries)))
        bus.publish({
          audience: { memberIds: [otherId] },
          frame: { type: 'delivered', userId: memberId, position },
        });
    },
    logError,
  );

  const deliver = (message: MessageRow) => {
    const { senderId, receiverId, position } = message;
    sockets.deliver(senderId, { type: 'message', message: toMessageView(senderId, message) });
    if (message.isWithheld) return;
    const count = sockets.deliver(receiverId, { type: 'message', message: toMessageView(receiverId, message) });
    if (count > 0) deliveryBatch.add({ memberId: receiverId, otherId: senderId, position });
  };

  const incomingIds = batch<string>(
    batchMilliseconds.read,
    async (ids) => {
      const messages = await listByIds(db, ids);
      for (const message of messages.toSorted((one, other) => one.position - other.position)) deliver(message);
    },
    logError,
  );

  bus.subscribe((envelope) => {
    if ('note' in envelope && envelope.note === storedNotification && envelope.memberIds.some(sockets.has))
      for (const id of envelope.ids) incomingIds.add(id);
  });

  return {
    messageStored(message) {
      deliver(message);
      bus.publishToOthers({
        note: storedNotification,
        ids: [message.id],
        memberIds: [message.senderId, message.receiverId],
      });
    },
    close() {
      incomingIds.close();
      deliveryBatch.close();
    },
  };
}

/** Keeps only the furthest delivery per conversation, because an UPDATE changes each row once. */
function latestPerPair(deliveries: Delivery[]): Delivery[] {
  const byPair = new Map<string, Delivery>();
  for (const delivery of deliveries) {
    const pair = `${delivery.memberId} ${delivery.otherId}`;
    if ((byPair.get(pair)?.position ?? 0) < delivery.position) byPair.set(pair, delivery);
  }
  return [...byPair.values()];
}

/** Collects items for some milliseconds and processes them as a batch. */
function batch<Item>(milliseconds: number, run: (items: Item[]) => Promise<void>, onError: (error: unknown) => void) {
  let items: Item[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    const collected = items;
    items = [];
    run(collected).catch(onError);
  };
  return {
    add(item: Item) {
      items.push(item);
      timer ??= setTimeout(flush, milliseconds);
    },
    close: () => clearTimeout(timer),
  };
}
