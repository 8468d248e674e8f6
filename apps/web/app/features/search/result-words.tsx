import type { MarkedText, SearchResult, SearchType } from '@commons/contract/search';
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

/** Where a result leads. Books, podcasts and events have no page of their own yet: their shelf is the place. */
export const kinds: Record<SearchType, Kind> = {
  people: { label: 'People', icon: UsersRound, to: paths.member },
  posts: { label: 'Posts', icon: MessageSquareText, to: paths.post },
  prompts: { label: 'Prompts', icon: NotebookPen, to: paths.writeFor },
  books: { label: 'Books', icon: BookOpen, to: () => paths.books },
  podcasts: { label: 'Podcasts', icon: Headphones, to: () => paths.podcasts },
  meditations: { label: 'Meditations', icon: Flower2, to: paths.meditation },
  events: { label: 'Events', icon: CalendarDays, to: () => paths.events },
};

/** What a result is called in a line. */
export const nameOf = ({ title, excerpt, contentWarning }: SearchResult) =>
  title ?? excerpt ?? { text: `Content warning: ${contentWarning ?? ''}`, marks: [] };

/** A text with what was found in it marked: by weight and ground, not by a colour alone. */
export function Marked({ text, marks }: MarkedText) {
  const parts = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(
      text.slice(at, from),
      <mark key={from} className="rounded-small bg-primary-soft font-semibold text-ink">
        {text.slice(from, to)}
      </mark>,
    );
    at = to;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
