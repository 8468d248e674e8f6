import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createQueryClient } from '../../lib/query-client.ts';
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
