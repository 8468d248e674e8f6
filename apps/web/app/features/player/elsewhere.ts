import { useSyncExternalStore } from 'react';
import { keep, readKeptText, subscribeToKept } from './device.ts';

export const isOurs = (address: string): boolean => address.startsWith('/');

/** The site that an address leads to, by the name that people know it by. */
export const siteOf = (address: string): string => {
  try {
    // Safari has `URL.parse` since 18 only.
    return new URL(address).host;
  } catch {
    return address;
  }
};

/**
 * A page asks nobody else for anything by itself: what lies on another site is fetched when the member has said so, for
 * this site on this device.
 */
export const allowSite = (memberId: string, address: string): void =>
  void keep(memberId, 'allowed', siteOf(address), true);

const isAllowed = (memberId: string | null, address: string): boolean =>
  isOurs(address) || (memberId !== null && readKeptText(memberId, 'allowed', siteOf(address)) !== null);

/** Whether an address may be asked for; ours always. */
export const useIsAllowed = (memberId: string | null, address: string): boolean =>
  useSyncExternalStore(subscribeToKept, () => isAllowed(memberId, address));

/** The sites of which some addresses may not be asked for yet. */
export const useSitesToAllow = (memberId: string | null, addresses: readonly string[]): string[] => {
  const sites = useSyncExternalStore(subscribeToKept, () =>
    [...new Set(addresses.filter((address) => !isAllowed(memberId, address)).map(siteOf))].join(' '),
  );
  return sites === '' ? [] : sites.split(' ');
};
