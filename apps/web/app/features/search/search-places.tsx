import { BookOpen, CalendarDays, Flower2, type LucideIcon, NotebookPen } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

const places: readonly { to: string; label: string; icon: LucideIcon }[] = [
  { to: paths.meditations, label: 'Meditations', icon: Flower2 },
  { to: paths.books, label: 'Books', icon: BookOpen },
  { to: paths.journalPrompts, label: 'Journal Prompts', icon: NotebookPen },
  { to: paths.events, label: 'Events', icon: CalendarDays },
];

/** Next steps without a search, and when nothing is found. */
export const SearchPlaces = () => (
  <nav aria-label="Places to look around" className="flex max-w-100 flex-wrap justify-center gap-2">
    {places.map(({ to, label, icon: Icon }) => (
      <Link
        key={to}
        to={to}
        prefetch="intent"
        className="inline-flex min-h-11 items-center gap-2 rounded-full border border-field bg-surface px-3 text-sm font-semibold transition-colors hover:bg-primary-soft"
      >
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-primary" />
        {label}
      </Link>
    ))}
  </nav>
);
