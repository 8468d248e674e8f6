import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Network-specific NAT64 prefixes lead to IPv4 addresses, also private ones (RFC 8215). ipaddr.js does not know them. */
const localTranslation = ipaddr.parseCIDR('64:ff9b:1::/48');

/**
 * Whether an IP address belongs to the public internet. False for private, loopback, link-local, shared, multicast and
 * reserved addresses, and for every IPv6 address that contains an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return true;
  // Only 2000::/3 is global unicast (RFC 4291, 2.4). ipaddr.js calls every unknown range "unicast".
  return (parsed.toByteArray()[0] ?? 0) >> 5 === 1 && !parsed.match(localTranslation);
}
