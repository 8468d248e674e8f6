import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';

/** The part of an IPv6 address that a provider gives to one household or one rented machine. */
const ipv6NetworkBytes = 8;

/** Who an address stands for: an IPv4 address for itself, an IPv6 address for the 2⁶⁴ that its owner can choose from. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
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
