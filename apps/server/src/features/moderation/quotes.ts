import { createHash } from 'node:crypto';
import type { Quote } from '@commons/contract/moderation';
import type { Moderated } from '../../platform/feature.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What was reported or decided about, as moderators and its author read it. */
export const toQuote = (kept: Record<string, unknown> | Moderated['quote']): Quote => {
  const { title, content, link, photoUrl, createdAt } = kept as Record<string, unknown>;
  const { photos = [], options = [] } = kept as Moderated['quote'];
  return {
    title: textOf(title),
    content: textOf(content) ?? '',
    link: textOf(link),
    photoUrl: textOf(photoUrl),
    photos,
    options,
    createdAt: textOf(createdAt),
  };
};

/** The evidence of a report: one thing, or a member with the messages of theirs that were shared. */
export function quotesOf(evidence: Record<string, unknown>): Quote[] {
  const {
    messages = [],
    displayName,
    title,
    bio,
    ...thing
  } = evidence as Record<string, unknown> & {
    messages?: Record<string, unknown>[];
  };
  const member =
    typeof displayName === 'string'
      ? [toQuote({ title: [displayName, textOf(title)].filter(Boolean).join(', '), content: bio })]
      : [];
  const own = 'content' in thing ? [toQuote({ title, ...thing })] : [];
  return [...member, ...own, ...messages.map(toQuote)];
}

/** Names what a moderator read: whoever changes it gives it another name. */
export const versionOf = (thing: Moderated | undefined): string | null =>
  thing && !thing.isRemoved ? createHash('sha256').update(JSON.stringify(thing.quote)).digest('base64url') : null;
