import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';

/** The link above a title to the screen that contains this one. */
export const BackLink = ({ children, ...link }: Omit<ComponentProps<typeof Link>, 'className'>) => (
  <Link
    prefetch="intent"
    className="inline-flex min-h-8 items-center gap-2 self-start text-sm font-semibold text-muted transition-colors hover:text-ink pointer-coarse:min-h-11"
    {...link}
  >
    <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />
    {children}
  </Link>
);
