import { useViewerId } from '../auth/index.ts';
import { findLastMember, isSiteAllowed } from './listening-keys.ts';
import { storeValue, useStored } from './listening-storage.ts';

export const isOwnUrl = (address: string): boolean => address.startsWith('/');

/** Returns a URL that a member has entered. Empty for an uploaded file, or without a URL. */
export const externalUrl = (address: string | null | undefined): string =>
  address && !isOwnUrl(address) ? address : '';

/** Returns the host name of a URL. */
export const siteOf = (address: string): string => {
  try {
    // Safari supports `URL.parse` since version 18 only.
    return new URL(address).host;
  } catch {
    return address;
  }
};

/** Records the member's consent to load media from a site, on this device. Without it, pages contact no other site. */
export const allowSite = (memberId: string, address: string): void =>
  void storeValue(memberId, 'allowed', siteOf(address), true);

const isAllowed = (memberId: string | null, address: string): boolean =>
  isOwnUrl(address) || (memberId !== null && isSiteAllowed(memberId, siteOf(address)));

/** Whether a URL may be requested. URLs of this community always may. */
export const useIsAllowed = (memberId: string | null, address: string): boolean =>
  useStored(
    () => isAllowed(memberId, address),
    () => isOwnUrl(address),
  );

const sitesOf = (addresses: readonly string[]): string => [...new Set(addresses.map(siteOf))].join(' ');

/**
 * Returns the sites that need consent before these URLs may be requested. The server does not know the consents on the
 * device, and returns all other sites.
 */
export const useSitesNeedingConsent = (memberId: string | null, addresses: readonly string[]): string[] => {
  const sites = useStored(
    () => sitesOf(addresses.filter((address) => !isAllowed(memberId, address))),
    () => sitesOf(addresses.filter((address) => !isOwnUrl(address))),
  );
  return sites === '' ? [] : sites.split(' ');
};

/** Returns the listener's id: the viewer, or offline the last member on this device. Null if unknown. */
export const usePlayerMemberId = (): string | null => {
  const viewerId = useViewerId();
  return viewerId ?? findLastMember();
};
