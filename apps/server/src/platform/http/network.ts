import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

/**
 * Returns the address of one hop as proxies write it: with a port or without, IPv6 in brackets or bare, in quotes, with a
 * zone. Undefined for anything else (`unknown`, `_hidden`, a name). An IPv4 address in IPv6 form becomes IPv4.
 */
export function readHop(hop: string): string | undefined {
  const text = hop.trim().replace(/^"(.*)"$/, '$1');
  const [, bracketed, bare = text] = /^\[(.*)\](?::\d*)?$|^([^:]*):\d*$/.exec(text) ?? [];
  const [address = ''] = (bracketed ?? bare).split('%', 1);
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}

/**
 * Returns `X-Forwarded-For` with plain addresses only, which Fastify compares with the trusted proxies. A hop that is no
 * address ends the list: the hops before it cannot be believed, and the client counts as the nearest known proxy.
 */
export function plainHops(header: string): string {
  const hops = header.split(',').map(readHop);
  return hops.slice(hops.lastIndexOf(undefined) + 1).join(', ');
}

/** Rewrites the header before anything asks for the address of a request: counters, sessions and logs see the same one. */
export function readProxyHops(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const given = headers['x-forwarded-for'];
    if (given !== undefined) headers['x-forwarded-for'] = plainHops(String(given));
  });
}

/** The part of an IPv6 address that a provider gives to one household or one rented machine. */
const ipv6NetworkBytes = 8;

/** Returns the client that an address stands for. All 2⁶⁴ addresses of an IPv6 network count as one client. */
export function networkOf(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return Buffer.from(parsed.toByteArray().slice(0, ipv6NetworkBytes)).toString('hex');
}

const forwardingHeader = /^(x-forwarded(-.*)?|forwarded|via|x-real-ip|cf-connecting-ip|true-client-ip)$/;

/** Whether a proxy says that it passed this request on, in any of the ways that proxies have. */
export const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => forwardingHeader.test(name));

/**
 * Says once that requests come through a proxy that nobody named. Its address is left out: anybody can send the header,
 * and whoever trusts a stranger's address lets them choose their own.
 */
export function noticeUnnamedProxy(app: FastifyInstance): void {
  let isNoticed = false;
  app.addHook('onRequest', async (request) => {
    if (isNoticed || !isForwarded(request.headers)) return;
    isNoticed = true;
    // Not the request's own log, which is silent for the probes that often come first.
    app.log.warn(
      'a request says that it came through a proxy, but TRUSTED_PROXIES is not set. If a proxy stands before this server, all visitors count as one address and share its rate limits. Set TRUSTED_PROXIES to the address of the proxy (loopback when it runs on this machine) and start again',
    );
  });
}
