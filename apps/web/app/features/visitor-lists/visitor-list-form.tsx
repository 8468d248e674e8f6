import { isBlank } from '@commons/contract/text';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Path } from 'react-hook-form';
import { usePostedForm } from '../../lib/plain-page.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ContractForm, type ContractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { LazyToaster } from '../../ui/lazy-toaster.ts';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';

type Person = { firstName: string; lastName: string; email: string };
type Message = { title: string; description: string };

type VisitorListFormProps<Input extends Person, Output extends Person> = {
  /** Name of the list. */
  label: string;
  /** Action of the form without JavaScript. */
  action: string;
  schema: ContractSchema<Input, Output>;
  fields: readonly Path<Input>[];
  send: (person: Output, idempotencyKey: string) => Promise<unknown>;
  onAdded: (firstName: string) => void;
  /** Toast for people already on the list, and the server's error code. */
  listed: Message & { code: string };
  failure: Message;
  /** Toast for an invalid email. Without it, only the field shows an error. */
  invalidEmail?: Message;
  button: { text: string; pendingText: string; className?: string };
  /** Purpose of the email address. */
  use: string;
  /** Additional fields. */
  renderMore?: (field: ReturnType<typeof useContractForm<Input, Output>>['field']) => ReactNode;
};

const missingFields = { title: 'Missing Information', description: 'Please fill in all required fields' };
const showProblem = (words: Message): void => showToast({ ...words, variant: 'destructive' });

/**
 * Form of a public sign-up list. Errors appear as toasts with the texts of section 8 of the specification; without
 * JavaScript, or after a network failure, they appear above the form. Reads the values from the DOM, so that text typed
 * before hydration is included.
 */
export function VisitorListForm<Input extends Person, Output extends Person>(
  props: VisitorListFormProps<Input, Output>,
) {
  const { schema, fields, send, onAdded, listed, failure, invalidEmail, button, renderMore } = props;
  const posted = usePostedForm();
  const field = (name: keyof Person) => form.field(name as Path<Input>);
  const form = useContractForm<Input, Output>({
    schema: {
      ...schema,
      fetch: () => {
        schema.fetch();
        // Preloaded, because the connection may be lost when a toast is needed.
        void LazyToaster.preload();
      },
    },
    fields,
    submit: async (person, idempotencyKey) => {
      await send(person, idempotencyKey);
      onAdded(person.firstName);
      return null;
    },
    explain: ({ code, hasResponse }) => {
      if (!hasResponse) return failure.description;
      if (posted.failure !== null) return null;
      if (code === listed.code) showToast({ title: listed.title, description: listed.description, variant: 'info' });
      else showProblem(failure);
      return null;
    },
    onInvalid: (names) => {
      const { firstName, lastName, email } = form.form.getValues();
      if (!email.trim()) form.form.setError('email' as Path<Input>, { message: 'Please enter your email address' });
      if (![firstName, lastName, email].every((text) => !isBlank(text))) showProblem(missingFields);
      else if (invalidEmail && names.includes('email')) showProblem(invalidEmail);
    },
  });
  return (
    <ContractForm form={form} label={props.label} action={props.action}>
      {posted.failure !== null && <PostedFailure {...posted.failure} listed={listed} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" required {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" required {...field('lastName')} />
      </div>
      <TextField label="Email" type="email" autoComplete="email" inputMode="email" required {...field('email')} />
      {renderMore?.(form.field)}
      <Button
        type="submit"
        variant="secondary"
        size="large"
        isPending={form.isSubmitting}
        className={classNames('mt-1 w-full', button.className)}
      >
        {form.isSubmitting ? button.pendingText : button.text}
      </Button>
      <p className="text-xs text-muted">{props.use}</p>
    </ContractForm>
  );
}

type PostedFailureProps = { code: string; detail: string; listed: VisitorListFormProps<Person, Person>['listed'] };

const PostedFailure = ({ code, detail, listed }: PostedFailureProps) =>
  code === listed.code ? (
    <Banner tone="ok" isAlert title={listed.title}>
      {listed.description}
    </Banner>
  ) : (
    <Banner tone="danger" isAlert>
      {detail}
    </Banner>
  );

/** Replaces a submitted form and takes the focus from its button. */
export function ThankYouMessage({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const isShown = children !== undefined;
  useEffect(() => {
    if (isShown) ref.current?.focus({ preventScroll: true });
  }, [isShown]);
  return (
    // The live region must exist before its text, or screen readers do not announce it.
    <div ref={ref} role="status" tabIndex={-1} className="outline-none">
      {children}
    </div>
  );
}
