import type { Transaction } from './database.ts';

/** A kind of work that can be enqueued, and what each piece of it is given. */
export type TaskName<Data> = { readonly name: string; readonly data?: Data };

/** Declares a kind of work. */
export const taskName = <Data extends object>(name: string): TaskName<Data> => ({ name });

/** Puts a piece of work into a transaction: it is done if that commits, and never otherwise; not before `notBefore`. */
export type Enqueue = (tx: Transaction, name: string, data: object, notBefore?: Date) => Promise<void>;
