import { hash } from 'node:crypto';

/**
 * Allows `calls` per `perSeconds` for each member, network or email. Routes count by member (visitors by network) or by
 * network. Only features count by email.
 */
export type Limit = { name: string; calls: number; perSeconds: number; by: 'member' | 'network' | 'email' };

/** Removes a counted call from its window, because the call was rejected for another reason. */
export type Refund = () => Promise<void>;

/** A counted call, or the wait for a call over the limit. */
export type CountResult = { refund: Refund } | { waitMilliseconds: number };

/** Counts a call in one store. Rejected calls are not counted. */
export type Counter = (limit: Limit, key: string) => Promise<CountResult>;

/** Keys are emails and addresses. Stores contain only digests, which also have a fixed length. */
const digestOf = (key: string): string => hash('sha256', key, 'base64url');

/** Returns the name of a counter in the stores. */
export const counterName = (limit: Limit, key: string): string => `${limit.name}:${digestOf(key)}`;
