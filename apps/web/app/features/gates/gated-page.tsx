import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { createQueryClient } from '../../lib/query-client.ts';
import { findFocusPlace } from '../../lib/screen.ts';
import { announce } from '../../ui/announcer.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { TextField } from '../../ui/text-field.tsx';
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

type GateProps = {
  title: string;
  text: string;
  /** Why the code that was given last does not open it. */
  refusal?: string | undefined;
  isPending: boolean;
  onCode: (accessCode: string) => void;
  /** Another way in. */
  otherwise?: ReactNode;
};

/** Asks for the access code. What was typed stays until it is right. */
export function Gate({ title, text, refusal, isPending, onCode, otherwise }: GateProps) {
  const field = useRef<HTMLInputElement>(null);
  const refusalId = useId();
  const [isMissing, setIsMissing] = useState(false);
  const problem = isMissing ? 'Please enter the access code.' : refusal;
  useEffect(() => {
    if (!isPending && refusal !== undefined) field.current?.select();
  }, [isPending, refusal]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isPending) return;
    // An empty field is no guess.
    const accessCode = field.current?.value ?? '';
    setIsMissing(accessCode === '');
    if (accessCode === '') field.current?.focus();
    else onCode(accessCode);
  };
  return (
    <div className="mx-auto w-full max-w-104 px-4 py-12 md:py-16">
      <Card className="flex flex-col gap-4 sm:p-6">
        <div>
          <h1 className="text-2xl">{title}</h1>
          <p className="mt-2 text-muted">{text}</p>
        </div>
        <form method="post" noValidate className="flex flex-col gap-4" onSubmit={submit}>
          {problem !== undefined && !isPending && (
            <Banner tone="danger" isAlert>
              <span id={refusalId}>{problem}</span>
            </Banner>
          )}
          <TextField
            ref={field}
            data-focus-place
            label="Access code"
            type="password"
            name="accessCode"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            required
            {...(problem !== undefined && { 'aria-invalid': true, 'aria-describedby': refusalId })}
          />
          <Button type="submit" size="large" className="w-full" isPending={isPending}>
            {isPending ? 'Opening...' : 'Open'}
          </Button>
        </form>
        {otherwise}
      </Card>
    </div>
  );
}
