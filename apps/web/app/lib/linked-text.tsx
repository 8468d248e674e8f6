import { Suspense } from 'react';
import { lazyComponent } from '../ui/lazy-component.tsx';

// Most posts have no link: the link finder is fetched with the first one that has.
const TextWithLinks = lazyComponent(() => import('./text-with-links.tsx'), { failed: (_, { text }) => text });

const mayContainLink = /https?:\/\//i;

/** What a person typed, as plain text: http(s) addresses become links, line breaks stay, nothing is read as HTML. */
export const LinkedText = ({ text, className = '' }: { text: string; className?: string }) => (
  <div className={`whitespace-pre-wrap wrap-anywhere ${className}`} dir="auto">
    {mayContainLink.test(text) ? (
      <Suspense fallback={text}>
        <TextWithLinks text={text} />
      </Suspense>
    ) : (
      text
    )}
  </div>
);
