import { BookHeart, Phone } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { loadLaterPart } from '../lib/after-first-screen.ts';
import { paths } from '../lib/paths.ts';
import { Card } from '../ui/card.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const SuggestedConnections = lazyPart(
  async () => ({ default: (await import('../features/connections/suggested-connections.tsx')).SuggestedConnections }),
  { fetch: loadLaterPart },
);

const rowClass = '-mx-2.5 flex items-center gap-3 rounded-control p-2.5 transition-colors hover:bg-primary-soft';

export function RightSidebar() {
  return (
    <aside aria-label="For you" className="flex flex-col gap-4 max-xl:pb-8 xl:sticky xl:top-16 xl:self-start xl:py-6">
      <Card as="section" aria-labelledby="helpful-resources">
        <h2 id="helpful-resources" className="text-lg">
          Helpful Resources
        </h2>
        <div className="mt-2 flex flex-col">
          <a href={paths.crisis} className={rowClass}>
            <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-apricot-fill text-on-apricot">
              <Phone size={20} strokeWidth={1.75} aria-hidden="true" />
            </span>
            <span>
              <span className="block text-sm font-semibold">Crisis Hotline</span>
              <span className="block text-xs text-muted">24/7 Support Available</span>
            </span>
          </a>
          <Link to={paths.selfHelp} className={rowClass}>
            <span className="inline-flex size-10 shrink-0 items-center justify-center rounded-full bg-lavender-soft text-lavender">
              <BookHeart size={20} strokeWidth={1.75} aria-hidden="true" />
            </span>
            <span>
              <span className="block text-sm font-semibold">Self-Help Library</span>
              <span className="block text-xs text-muted">Articles &amp; Guides</span>
            </span>
          </Link>
        </div>
      </Card>
      {/* Below what never changes its height, so that nothing moves when its length is known. */}
      <Suspense fallback={null}>
        <SuggestedConnections />
      </Suspense>
    </aside>
  );
}
