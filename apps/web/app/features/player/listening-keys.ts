// Without React, because the inline script `app/before-paint.ts` contains it.
import { readStored, store } from '../../lib/storage.ts';

/** Storage prefix of data about a member's listening. Sign-out deletes it. */
export const prefix = 'listening:';

export type StoredKind = 'place' | 'report' | 'saved' | 'allowed';

export const keyOf = (memberId: string, kind: StoredKind, name: string): string =>
  `${prefix}${memberId}:${kind}:${name}`;

/** Whether the member has allowed a site on this device. */
export const isSiteAllowed = (memberId: string, site: string): boolean =>
  readStored(keyOf(memberId, 'allowed', site)) !== null;

const lastMemberKey = `${prefix}member`;

/** Records the current member, because the session cannot be checked offline. */
export const storeLastMember = (memberId: string): void => void store(lastMemberKey, memberId);

export const findLastMember = (): string | null => readStored(lastMemberKey);
