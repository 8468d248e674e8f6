import type { FastifyInstance } from 'fastify';
import { platformError } from '../platform/errors.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { findRepository, readManifest } from '../platform/version.ts';

/** RFC 9116 recommends less than a year. */
const validDays = 180;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Serves `security.txt` (RFC 9116). It needs a contact: the operator's, or the security policy of the repository. */
export function serveSecurityContact(
  app: FastifyInstance,
  { publicUrl, settings }: { publicUrl: string; settings: Pick<Settings, 'current'> },
): void {
  const options = { config: { access: 'public' }, schema: { hide: true } } as const;
  app.get('/.well-known/security.txt', options, async (_request, reply) => {
    const repository = findRepository(await readManifest());
    const policy = repository === undefined ? undefined : `https://github.com/${repository}/security/policy`;
    const contact = toContactUri(settings.current.operatorContact) ?? policy;
    if (contact === undefined) throw platformError('request.not_found');
    // Rounded to the day, so that caches see the same file.
    const expires = new Date(Math.ceil(Date.now() / dayMilliseconds + validDays) * dayMilliseconds);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      ...(policy === undefined ? [] : [`Policy: ${policy}`]),
    ];
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`);
  });
}

/** Returns the URI of an email address, phone number or web address, or undefined if the text is something else. */
export function toContactUri(contact: string | undefined): string | undefined {
  const text = contact?.trim() ?? '';
  if (/^https:\/\/\S+$/.test(text) && URL.canParse(text)) return new URL(text).href;
  if (/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/.test(text)) return `mailto:${encodeURI(text)}`;
  if (/^\+?[\d\s().-]{5,30}$/.test(text)) return `tel:${text.replaceAll(/[^+\d]/g, '')}`;
  return undefined;
}
