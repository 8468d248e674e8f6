import type { IncomingHttpHeaders } from 'node:http';

const oneRange = /^ *bytes *= *(\d*)-(\d*) *$/i;

/**
 * Keeps a Range header only on GET requests and only if it names one valid range of bytes, in a canonical form. Other
 * ranges are ignored, so that the whole file is sent (RFC 9110, sections 14.1.1 and 14.2).
 */
export function normalizeRange(method: string, headers: IncomingHttpHeaders): void {
  if (headers.range === undefined) return;
  const [, first = '', last = ''] = oneRange.exec(headers.range) ?? [];
  const isBackwards = first !== '' && last !== '' && BigInt(last) < BigInt(first);
  if (method !== 'GET' || `${first}${last}` === '' || isBackwards) delete headers.range;
  else headers.range = `bytes=${first}-${last}`;
}
