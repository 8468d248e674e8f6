import type { UnitOfWork } from './unit-of-work.ts';

/** A fact that one feature announces inside its transaction and others act upon in that same transaction. */
export type DomainEvent<Payload> = { readonly name: string; readonly payload?: Payload };

/** Declares a domain event of a feature. */
export const domainEvent = <Payload>(name: `${string}.${string}`): DomainEvent<Payload> => ({ name });

export type DomainEventHandler<Payload> = (work: UnitOfWork, payload: Payload) => Promise<void>;

/** Who acts upon which domain event: filled at assembly, one per application. */
export class DomainEvents {
  readonly #handlers = new Map<DomainEvent<unknown>, DomainEventHandler<never>[]>();

  on<Payload>(event: DomainEvent<Payload>, handler: DomainEventHandler<Payload>): void {
    this.#handlers.set(event, [...(this.#handlers.get(event) ?? []), handler]);
  }

  /** Runs the handlers one after another; what one throws rolls the whole unit of work back. */
  async emit<Payload>(work: UnitOfWork, event: DomainEvent<Payload>, payload: Payload): Promise<void> {
    for (const handler of this.#handlers.get(event) ?? [])
      await (handler as DomainEventHandler<Payload>)(work, payload);
  }
}
