/**
 * The target of the `rel="next"` link of an RFC 8288 `Link` header, or null.
 * Commas inside `<…>` or quotes do not end a link; a link may have several space-separated relations.
 */
export const findNextLink = (header: string | null): string | null => {
  if (!header) return null;
  for (const [, target = '', parameters = ''] of header.matchAll(
    /<([^>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g,
  )) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]*))/i.exec(parameters);
    const relations = (relation?.[1] ?? relation?.[2] ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next')) return target;
  }
  return null;
};

/** The cursor of the next page, or null on the last page. */
export const findNextCursor = (header: string | null): string | null => {
  const target = findNextLink(header);
  // The base only makes a relative target parsable; nothing is ever fetched from it.
  return target === null ? null : new URL(target, 'http://relative.invalid').searchParams.get('cursor');
};
