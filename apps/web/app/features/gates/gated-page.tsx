import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { announce } from '../../ui/announcer.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Picture } from '../../ui/empty-state.tsx';
import { findFocusTarget, moveFocus } from '../../ui/focus.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { viewerQuery } from '../auth/index.ts';

type GatedPageProps = {
  title: string;
  /** `isAdmin` is true for a signed-in admin, who needs no access code. */
  children: (isAdmin: boolean) => ReactNode;
};

/** A page behind an access code. The code, the token and the list stay in memory only while the page is open. */
export function GatedPage({ title, children }: GatedPageProps) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <PageTitle>{title}</PageTitle>
      <meta name="robots" content="noindex" />
      <GateContent>{children}</GateContent>
    </QueryClientProvider>
  );
}

function GateContent({ children }: Pick<GatedPageProps, 'children'>) {
  const { data: viewer, isPending } = useQuery(viewerQuery);
  if (isPending)
    return (
      <div className="flex min-h-[60dvh] items-center justify-center">
        <Spinner size="large" label="Loading" />
      </div>
    );
  return children(viewer?.role === 'admin');
}

/** State of the gate. `loading`: the code was accepted, but the content has not loaded yet or failed to load. */
type GateState = 'closed' | 'loading' | 'open';

/**
 * Moves the focus when a gate opens or closes, because the pressed button disappears. The new target has the attribute
 * `data-focus-place`. Announces to screen readers that the page is open once its content is shown.
 */
export function useGateFocus(title: string, state: GateState): void {
  const previousState = useRef(state);
  useEffect(() => {
    const previous = previousState.current;
    previousState.current = state;
    if (previous === state || (previous === 'open' && state === 'loading')) return;
    moveFocus(findFocusTarget());
    if (state === 'open') announce(`${title} is open`);
    else if (previous === 'open') announce(`${title} is closed`);
  }, [title, state]);
}

/** The unlocked content, aligned with the page's header. Admins have a way back. */
export const GatedContent = ({ isAdmin, children }: { isAdmin: boolean; children: ReactNode }) => (
  <div className="mx-auto flex w-full max-w-300 flex-col px-4 pt-6 pb-12 member:max-w-frame sm:px-6">
    {isAdmin && <BackLink to={paths.admin}>Admin Panel</BackLink>}
    {children}
  </div>
);

/** Heading of the unlocked content. */
export const GatedTitle = ({ children }: { children: string }) => (
  <h1 data-focus-place tabIndex={-1} className="text-2xl outline-none">
    {children}
  </h1>
);

type AccessCodeFormProps = {
  title: string;
  text: string;
  /** Reason why the last code was rejected. */
  refusal?: string | undefined;
  isPending: boolean;
  onSubmitCode: (accessCode: string) => void;
  /** Another way to unlock the page. */
  alternative?: ReactNode;
};

/** Asks for the access code. A rejected code stays in the field. */
export function AccessCodeForm({ title, text, refusal, isPending, onSubmitCode, alternative }: AccessCodeFormProps) {
  const fieldRef = useRef<HTMLInputElement>(null);
  const refusalId = useId();
  const [isMissing, setIsMissing] = useState(false);
  const errorText = isMissing ? 'Please enter the access code.' : refusal;
  useEffect(() => {
    if (!isPending && refusal !== undefined) fieldRef.current?.select();
  }, [isPending, refusal]);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isPending) return;
    // An empty field is not sent, because wrong codes are rate limited.
    const accessCode = fieldRef.current?.value ?? '';
    setIsMissing(accessCode === '');
    if (accessCode === '') fieldRef.current?.focus();
    else onSubmitCode(accessCode);
  };
  return (
    <div className="mx-auto w-full max-w-104 px-4 py-12 md:py-16">
      <Card className="flex flex-col gap-4 sm:p-6">
        <div className="text-center">
          <Picture name="door" className="mx-auto mb-4 w-full max-w-56" />
          <h1 className="text-2xl">{title}</h1>
          <p className="mt-2 text-muted">{text}</p>
        </div>
        <form method="post" noValidate className="flex flex-col gap-4" onSubmit={submit}>
          {errorText !== undefined && !isPending && (
            <Banner tone="danger" isAlert>
              <span id={refusalId}>{errorText}</span>
            </Banner>
          )}
          <TextField
            ref={fieldRef}
            data-focus-place
            label="Access code"
            type="password"
            name="accessCode"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            required
            {...(errorText !== undefined && { 'aria-invalid': true, 'aria-describedby': refusalId })}
          />
          <Button type="submit" size="large" className="w-full" isPending={isPending}>
            {isPending ? 'Opening...' : 'Open'}
          </Button>
        </form>
        {alternative}
      </Card>
      <p className="mt-4 text-center text-sm text-muted">
        The person who runs this community can give you the code. Administrators who are logged in need none.
      </p>
    </div>
  );
}
