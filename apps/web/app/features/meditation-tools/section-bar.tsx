import { BookOpen, FileText, Headphones, Users } from 'lucide-react';
import { useEffect, useState } from 'react';

const sections = [
  { id: 'meditation', label: 'Meditation', icon: Headphones },
  { id: 'pdfs', label: 'PDFs', icon: FileText },
  { id: 'community', label: 'Community', icon: Users },
  { id: 'book', label: 'Book', icon: BookOpen },
] as const;

/** Fixed to the foot of the window. The page keeps room for it below its own foot (`app.css`), and scrolls clear of it. */
export function SectionBar() {
  const current = useCurrentSection();
  return (
    <nav
      aria-label="On this page"
      data-wakes
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
    >
      <ul className="mx-auto flex max-w-160">
        {sections.map(({ id, label, icon: Icon }) => (
          <li key={id} className="min-w-0 flex-1">
            <a
              href={`#${id}`}
              aria-current={current === id ? 'location' : undefined}
              className="relative flex min-h-14 flex-col items-center justify-center gap-0.5 px-1 text-xs font-semibold text-muted hover:text-ink focus-visible:-outline-offset-2 before:absolute before:inset-x-0 before:top-0 before:mx-auto before:h-1 before:w-8 before:rounded-full aria-[current]:text-primary aria-[current]:before:bg-primary"
            >
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
              {/* With text at twice its size no word would be whole. */}
              <span className="max-w-full truncate max-[20rem]:sr-only">{label}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The section that holds the middle of the window, or held it last. */
function useCurrentSection() {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting);
        if (entered) setCurrent(entered.target.id);
      },
      { rootMargin: '-50% 0px' },
    );
    for (const { id } of sections) {
      const section = document.querySelector(`#${id}`);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, []);
  return current;
}
