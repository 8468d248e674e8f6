import { pipelined } from './database.ts';
import type { DomainEvent, Emit, UnitOfWork } from './unit-of-work.ts';

/** Declares a domain event of a feature. */
export const domainEvent = <Payload>(name: `${string}.${string}`): DomainEvent<Payload> => ({ name });

type Handler<Payload> = (work: UnitOfWork, payload: Payload) => Promise<void>;

/** A feature's handler of an event, independent of the payload type. `docs/events.md` shows its effect. */
export type Subscriber = { event: DomainEvent<unknown>; effect: string; handle: Handler<never> };

/** Declares a handler of an event of this or another feature. */
export const subscriber = <Payload>(
  event: DomainEvent<Payload>,
  effect: string,
  handle: Handler<Payload>,
): Subscriber => ({ event, effect, handle });

/**
 * Creates the function that calls the subscribers of an event. Their statements are pipelined in the order of
 * subscription. An error rolls back the whole unit of work.
 */
export function createEmit(subscribers: readonly Subscriber[]): Emit {
  const handlers = Map.groupBy(subscribers, ({ event }) => event);
  return async (work, event, payload) => {
    await pipelined(...(handlers.get(event) ?? []).map(({ handle }) => handle(work, payload as never)));
  };
}
