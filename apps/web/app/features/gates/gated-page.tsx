import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createQueryClient } from '../../lib/query-client.ts';
import { findFocusPlace } from '../../lib/screen.ts';
import { announce } from '../../ui/announcer.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { viewerQuery } from '../auth/index.ts';

type GatedPageProps = {
  title: string;
  /** Told whether whoever is here is a signed-in admin, who needs no code. */
  children: (isAdmin: boolean) => ReactNode;
};

/** A page that an access code opens. Code, token and list are in memory, for as long as the page is open. */
export function GatedPage({ title, children }: GatedPageProps) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <PageTitle>{title}</PageTitle>
      <meta name="robots" content="noindex" />
      <Visitor>{children}</Visitor>
    </QueryClientProvider>
  );
}

function Visitor({ children }: Pick<GatedPageProps, 'children'>) {
  const { data: viewer, isPending } = useQuery(viewerQuery);
  if (isPending)
    return (
      <div className="flex min-h-[60dvh] items-center justify-center">
        <Spinner size="large" label="Loading" />
      </div>
    );
  return children(viewer?.role === 'admin');
}

/** `awaited`: whoever pressed is past the gate, and what it opens is on its way, or was not to be had yet. */
type GateState = 'closed' | 'awaited' | 'open';

/**
 * What was pressed is gone when a gate opens or closes: the keyboard's place is then at the beginning of what is there,
 * which says so by `data-focus-place`. It is said to be open when there is something to read.
 */
export function useGateFocus(title: string, state: GateState): void {
  const last = useRef(state);
  useEffect(() => {
    const before = last.current;
    last.current = state;
    if (before === state || (before === 'open' && state === 'awaited')) return;
    findFocusPlace()?.focus({ preventScroll: true });
    if (state === 'open') announce(`${title} is open`);
    else if (before === 'open') announce(`${title} is closed`);
  }, [title, state]);
}

/** The heading of what a gate opens. */
export const GatedTitle = ({ children }: { children: string }) => (
  <h1 data-focus-place tabIndex={-1} className="text-2xl outline-none">
    {children}
  </h1>
);
