import type { SearchResult, SearchType } from '@commons/contract/search';
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
