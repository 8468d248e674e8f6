import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyReply, FastifyRequest } from 'fastify';

export { sameOriginPath } from '../../platform/http/same-origin-path.ts';

/** A request's headers as the account library reads them, with the address that the platform trusts. */
export function headersOf(request: FastifyRequest): Headers {
  const headers = fromNodeHeaders(request.headers);
  headers.set('x-real-ip', request.ip);
  return headers;
}

/** Hands the cookies of the account library to the browser. */
export function passCookies(from: Headers, reply: FastifyReply): void {
  for (const cookie of from.getSetCookie()) void reply.header('set-cookie', cookie);
}
