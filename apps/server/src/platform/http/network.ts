import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * Returns the address of one hop in any notation of proxies: with or without a port, IPv6 with or without brackets, in
 * quotes, with a zone. Undefined for anything else (`unknown`, `_hidden`, a name). Converts IPv4-mapped IPv6 to IPv4.
 */
export function readHop(hop: string): string | undefined {
  const text = hop.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketed, bare = text] = /^\[(.*)\](?::\d*)?$|^([^:]*):\d*$/.exec(text) ?? [];
  const [address = ''] = (bracketed ?? bare).split('%', 1);
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}

/**
 * Returns `X-Forwarded-For` with plain addresses only, because Fastify compares them with the trusted proxies. An
 * invalid hop ends the list, because earlier hops cannot be trusted. The client then counts as the nearest known proxy.
 */
export function normalizeForwardedFor(header: string): string {
  const hops = header.split(',').map(readHop);
  return hops.slice(hops.lastIndexOf(undefined) + 1).join(', ');
}

/** Rewrites the header before the address of a request is read, so that rate limits, sessions and logs agree. */
export function readProxyHops({ raw: { headers } }: FastifyRequest): void {
  const forwardedFor = headers['x-forwarded-for'];
  if (forwardedFor !== undefined) headers['x-forwarded-for'] = normalizeForwardedFor(String(forwardedFor));
}

/** The part of an IPv6 address that a provider gives to one household or one rented machine. */
const ipv6NetworkBytes = 8;

/** Returns the network that an address counts for. All 2⁶⁴ addresses of an IPv6 network count as one client. */
export function networkOf(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return Buffer.from(parsed.toByteArray().slice(0, ipv6NetworkBytes)).toString('hex');
}

const forwardingHeader = /^(x-forwarded(-.*)?|forwarded|via|x-real-ip|cf-connecting-ip|true-client-ip)$/;

/** Whether a header shows that a proxy forwarded this request. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => forwardingHeader.test(name));

/**
 * Warns once if requests arrive through a proxy that is not configured. The warning omits the proxy's address: anyone
 * can send the header, and an operator who trusted a stranger's address would let them forge client addresses.
 */
export function warnAboutUnconfiguredProxy(log: Pick<FastifyBaseLogger, 'warn'>): (request: FastifyRequest) => void {
  let hasWarned = false;
  return (request) => {
    if (hasWarned || !isForwarded(request.headers)) return;
    hasWarned = true;
    // The application's log, because the request log is silent for the health probes that often come first.
    log.warn(
      'a request arrived through a proxy, but TRUSTED_PROXIES is not set. All visitors behind the proxy share one rate limit. Set TRUSTED_PROXIES to the address of the proxy (loopback if it runs on this machine) and restart',
    );
  };
}
