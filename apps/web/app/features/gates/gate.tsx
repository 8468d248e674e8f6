import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/text-field.tsx';

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
            maxLength={200}
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
