import type { Transaction } from './database.ts';

/** The name of a task and the type of its data. */
export type TaskName<Data> = { readonly name: string; readonly data?: Data };

/** Declares the name of a task. */
export const taskName = <Data extends object>(name: string): TaskName<Data> => ({ name });

/** Adds a task to the outbox of a transaction. It runs only if the transaction commits, and not before `notBefore`. */
export type Enqueue = (tx: Transaction, name: string, data: object, notBefore?: Date) => Promise<void>;
