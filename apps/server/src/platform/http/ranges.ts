import type { IncomingHttpHeaders } from 'node:http';

const oneRange = /^ *bytes *= *(\d*)-(\d*) *$/i;

/**
 * Removes a Range header that is to be ignored, and rewrites one that is not to the one form that all senders of files
 * understand. A range is for GET alone. One of another unit, a malformed one, and several at once are answered with the
 * whole file (RFC 9110, sections 14.1.1 and 14.2).
 */
export function normalizeRange(method: string, headers: IncomingHttpHeaders): void {
  if (headers.range === undefined) return;
  const [, first = '', last = ''] = oneRange.exec(headers.range) ?? [];
  const isBackwards = first !== '' && last !== '' && BigInt(last) < BigInt(first);
  if (method !== 'GET' || `${first}${last}` === '' || isBackwards) delete headers.range;
  else headers.range = `bytes=${first}-${last}`;
}
