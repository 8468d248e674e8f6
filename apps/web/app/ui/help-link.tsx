import { LifeBuoy } from 'lucide-react';
import { paths } from '../lib/paths.ts';

/**
 * The last item of every header. A plain link: the crisis page is cached by the service worker and works without the
 * application. Takes two lines on a phone with wide letters.
 */
export function HelpLink() {
  return (
    <a
      href={paths.crisis}
      className="inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-sm leading-tight font-semibold max-sm:text-center sm:shrink-0 sm:whitespace-nowrap max-[23rem]:px-1 max-[23rem]:text-xs text-ink underline-offset-4 hover:underline"
    >
      <LifeBuoy size={20} strokeWidth={1.75} aria-hidden="true" className="max-sm:hidden" />
      Get help now
    </a>
  );
}
