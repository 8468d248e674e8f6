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

/**
 * What was pressed is gone when a gate opens or closes: the keyboard's place is then at the beginning of what is there,
 * which says so by `data-focus-place`.
 */
export function useGateFocus(title: string, isOpen: boolean): void {
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    findFocusPlace()?.focus({ preventScroll: true });
    announce(`${title} is ${isOpen ? 'open' : 'closed'}`);
  }, [title, isOpen]);
}

/** The heading of what a gate opens. */
export const GatedTitle = ({ children }: { children: string }) => (
  <h1 data-focus-place tabIndex={-1} className="text-2xl outline-none">
    {children}
  </h1>
);
