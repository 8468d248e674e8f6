import { createHash } from 'node:crypto';
import type { Quote } from '@commons/contract/moderation/schemas';
import type { ModeratedItem } from '../../community/feature.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Converts stored content to the quote that moderators and the author read. */
export const toQuote = (stored: Record<string, unknown> | ModeratedItem['quote']): Quote => {
  const { title, content, link, photoUrl, createdAt } = stored as Record<string, unknown>;
  const { photos = [], options = [] } = stored as ModeratedItem['quote'];
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

/** Converts a report's evidence to quotes: one contribution, or a member with the messages that the reporter shared. */
export function quotesOf(evidence: Record<string, unknown>): Quote[] {
  const {
    messages = [],
    displayName,
    title,
    bio,
    ...item
  } = evidence as Record<string, unknown> & {
    messages?: Record<string, unknown>[];
  };
  const member =
    typeof displayName === 'string'
      ? [toQuote({ title: [displayName, textOf(title)].filter(Boolean).join(', '), content: bio })]
      : [];
  const own = 'content' in item ? [toQuote({ title, ...item })] : [];
  return [...member, ...own, ...messages.map(toQuote)];
}

/** Returns a hash of the content that the moderator reads. It changes with every edit. Null if there is no content. */
export const versionOf = (item: ModeratedItem | undefined): string | null =>
  item && !item.isRemoved ? createHash('sha256').update(JSON.stringify(item.quote)).digest('base64url') : null;
