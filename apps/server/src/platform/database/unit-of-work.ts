import type { Envelope } from '../realtime/bus.ts';
import type { Database, Transaction } from './database.ts';
import type { DomainEvent, DomainEvents } from './domain-events.ts';

/** One transaction and what waits for its commit. */
export type UnitOfWork = {
  readonly tx: Transaction;
  /** Lets other features act in this transaction. */
  emit: <Payload>(event: DomainEvent<Payload>, payload: Payload) => Promise<void>;
  /** Puts an envelope on the bus once the transaction has committed, never otherwise. */
  publish: (envelope: Envelope) => void;
  /** Runs once the transaction has committed; its failure is logged and changes nothing for the caller. */
  afterCommit: (effect: () => void | Promise<void>) => void;
};

/** Runs `run` in a transaction: commits when it returns, rolls back when it throws. */
export type Transact = <Result>(run: (work: UnitOfWork) => Promise<Result>) => Promise<Result>;

export function createTransact(dependencies: {
  db: Database;
  domainEvents: DomainEvents;
  publish: (envelope: Envelope) => void;
  onEffectError: (error: unknown) => void;
}): Transact {
  const { db, domainEvents, publish, onEffectError } = dependencies;
  return async (run) => {
    const effects: (() => void | Promise<void>)[] = [];
    const result = await db.transaction(async (tx) => {
      const work: UnitOfWork = {
        tx,
        emit: (event, payload) => domainEvents.emit(work, event, payload),
        publish: (envelope) => effects.push(() => publish(envelope)),
        afterCommit: (effect) => effects.push(effect),
      };
      return run(work);
    });
    for (const effect of effects) {
      try {
        void Promise.resolve(effect()).catch(onEffectError);
      } catch (error) {
        onEffectError(error);
      }
    }
    return result;
  };
}
