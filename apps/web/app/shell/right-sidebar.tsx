import { BookHeart, Phone } from 'lucide-react';
import { useId } from 'react';
import { SuggestedConnections } from '../features/connections/suggested-connections.tsx';
import { paths } from '../lib/paths.ts';
import { Card } from '../ui/card.tsx';

const rowClass = '-mx-2 flex items-center gap-3 rounded-control p-2 transition-colors hover:bg-primary-soft';

/** From 1280 px beside the screen. On narrower screens, below screens without infinite scrolling. */
export function RightSidebar() {
  return (
    <aside aria-label="For you" className="flex flex-col gap-4 max-xl:pb-8 xl:sticky xl:top-16 xl:self-start xl:py-6">
      <ForYou />
    </aside>
  );
}

/** The same content between posts, for narrow screens: nobody reaches the end of a feed. */
export function InlineRightSidebar() {
  return (
    <section aria-label="For you" className="flex flex-col gap-4">
      <ForYou />
    </section>
  );
}

function ForYou() {
  const titleId = useId();
  return (
    <>
      <Card as="section" aria-labelledby={titleId}>
        <h2 id={titleId} className="text-lg">
          Helpful Resources
        </h2>
        <div className="mt-2 flex flex-col md:max-xl:grid md:max-xl:grid-cols-2 md:max-xl:gap-x-8">
          <a href={paths.crisis} className={rowClass}>
            <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-apricot-fill text-on-apricot">
              <Phone size={20} strokeWidth={1.75} aria-hidden="true" />
            </span>
            <span>
              <span className="block text-sm font-semibold">Crisis Hotline</span>
              <span className="block text-xs text-muted">24/7 Support Available</span>
            </span>
          </a>
          <a href={paths.selfHelp} className={rowClass}>
            <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-lavender-soft text-lavender">
              <BookHeart size={20} strokeWidth={1.75} aria-hidden="true" />
            </span>
            <span>
              <span className="block text-sm font-semibold">Self-Help Library</span>
              <span className="block text-xs text-muted">Articles &amp; Guides</span>
            </span>
          </a>
        </div>
      </Card>
      {/* Last, because its height is known late and must not shift the content above. */}
      <SuggestedConnections />
    </>
  );
}
