import { hash } from 'node:crypto';

/**
 * At most `calls` in each `perSeconds`, counted for each value of `by`. Routes count by member (else by network) or by
 * network; a limit by email is counted by its feature.
 */
export type Limit = { name: string; calls: number; perSeconds: number; by: 'member' | 'network' | 'email' };

/** Removes a counted call from its window, because the call was refused for another reason. */
export type GiveBack = () => Promise<void>;

/** A counted call, or the wait for a call over the limit. */
export type Count = { giveBack: GiveBack } | { waitMilliseconds: number };

/** Counts a call in one store. A call that is one too many is not counted. */
export type Counter = (limit: Limit, key: string) => Promise<Count>;

/** Keys are emails and addresses: the store keeps only their digests, which are also of one length. */
const digestOf = (key: string): string => hash('sha256', key, 'base64url');

/** The name of a counter, in any store. */
export const counterName = (limit: Limit, key: string): string => `${limit.name}:${digestOf(key)}`;
