import { together } from './database.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** A fact that one feature announces inside its transaction and others act upon in that same transaction. */
export type DomainEvent<Payload> = { readonly name: string; readonly payload?: Payload };

/** Declares a domain event of a feature. */
export const domainEvent = <Payload>(name: `${string}.${string}`): DomainEvent<Payload> => ({ name });

type Handler<Payload> = (work: UnitOfWork, payload: Payload) => Promise<void>;

/** What a feature does upon an event, whatever its payload is. */
export type Subscriber = { event: DomainEvent<unknown>; handle: Handler<never> };

/** Declares what a feature does upon an event of its own or of another feature. */
export const subscriber = <Payload>(event: DomainEvent<Payload>, handle: Handler<Payload>): Subscriber => ({
  event,
  handle,
});

export type Emit = <Payload>(work: UnitOfWork, event: DomainEvent<Payload>, payload: Payload) => Promise<void>;

/**
 * Lets the subscribers of an event ask for their statements together, in the order of the subscriptions; what one throws
 * rolls the whole unit of work back.
 */
export function createEmit(subscribers: readonly Subscriber[]): Emit {
  const handlers = Map.groupBy(subscribers, ({ event }) => event);
  return async (work, event, payload) => {
    await together(...(handlers.get(event) ?? []).map(({ handle }) => handle(work, payload as never)));
  };
}
