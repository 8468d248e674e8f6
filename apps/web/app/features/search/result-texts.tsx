import type { MarkedText, SearchResult, SearchType } from '@commons/contract/search/schemas';
import {
  BookOpen,
  CalendarDays,
  Flower2,
  Headphones,
  type LucideIcon,
  MessageSquareText,
  NotebookPen,
  UsersRound,
} from 'lucide-react';
import { paths } from '../../lib/paths.ts';

type Kind = { label: string; icon: LucideIcon; to: (id: string) => string };

/**
 * Label, icon and path of each kind of result. Books, podcasts and events lead to their list, because they have no
 * page.
 */
export const kinds: Record<SearchType, Kind> = {
  people: { label: 'People', icon: UsersRound, to: paths.member },
  posts: { label: 'Posts', icon: MessageSquareText, to: paths.post },
  prompts: { label: 'Prompts', icon: NotebookPen, to: paths.writeFor },
  books: { label: 'Books', icon: BookOpen, to: () => paths.books },
  podcasts: { label: 'Podcasts', icon: Headphones, to: () => paths.podcasts },
  meditations: { label: 'Meditations', icon: Flower2, to: paths.meditation },
  events: { label: 'Events', icon: CalendarDays, to: () => paths.events },
};

/** Returns the title of a result, or its excerpt. */
export const nameOf = ({ title, excerpt, contentWarning }: SearchResult) =>
  title ?? excerpt ?? { text: `Content warning: ${contentWarning ?? ''}`, marks: [] };

/** Highlights matches by weight and background, not by color alone. */
export function Marked({ text, marks }: MarkedText) {
  const parts = [];
  let position = 0;
  for (const [from, to] of marks) {
    parts.push(
      text.slice(position, from),
      <mark key={from} className="rounded-small bg-primary-soft font-semibold text-ink">
        {text.slice(from, to)}
      </mark>,
    );
    position = to;
  }
  return (
    <>
      {parts}
      {text.slice(position)}
    </>
  );
}
