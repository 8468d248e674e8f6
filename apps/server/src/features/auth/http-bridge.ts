import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Returns a request's headers for the account library, with the client address that the platform trusts. */
export function headersOf(request: FastifyRequest): Headers {
  const headers = fromNodeHeaders(request.headers);
  headers.set('x-real-ip', request.ip);
  return headers;
}

/** Copies the account library's cookies to the reply. */
export function copyCookies(libraryHeaders: Headers, reply: FastifyReply): void {
  for (const cookie of libraryHeaders.getSetCookie()) void reply.header('set-cookie', cookie);
}
