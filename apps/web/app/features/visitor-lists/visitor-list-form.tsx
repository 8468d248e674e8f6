import type { ReactNode } from 'react';
import { usePostedForm, postedField } from '../../lib/plain-page.ts';
import { Banner } from '../../ui/banner.tsx';
import { PlainForm } from '../../ui/plain-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ToastTemplate } from './toast-template.tsx';

type Message = { title: string; description: string };

type VisitorListFormProps = {
  /** Name of the list. */
  label: string;
  /** Path of the page that handles the form, with the element that shows the result as the fragment. */
  action: string;
  /** Message for people already on the list, and the server's error code. */
  listed: Message & { code: string };
  failure: Message;
  /** Toast for an invalid email. Without it, only the field shows an error. */
  invalidEmail?: Message;
  button: { text: string; pendingText: string; variant?: 'primary'; className?: string };
  /** Purpose of the email address. */
  use: string;
  /** Additional fields. */
  children?: ReactNode;
};

const missingFields = { title: 'Missing Information', description: 'Please fill in all required fields' };

/**
 * Form of a public sign-up list. Failures appear as toasts with the texts of section 8 of the specification; without
 * JavaScript, or after a network failure, they appear above the form.
 */
export function VisitorListForm({
  label,
  action,
  listed,
  failure,
  invalidEmail,
  button,
  use,
  children,
}: VisitorListFormProps) {
  const posted = usePostedForm();
  return (
    <PlainForm
      aria-label={label}
      action={action}
      failure={posted.failure && <PostedFailure {...posted.failure} listed={listed} />}
      button={{ variant: 'secondary', ...button }}
      unreachableText={failure.description}
      footer={<p className="text-xs text-muted">{use}</p>}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" required {...postedField(posted, 'firstName')} />
        <TextField label="Last name" autoComplete="family-name" required {...postedField(posted, 'lastName')} />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required
        data-missing="Please enter your email address"
        {...postedField(posted, 'email')}
      />
      {children}
      <ToastTemplate name="missing" {...missingFields} />
      {invalidEmail && <ToastTemplate name="invalid-email" {...invalidEmail} />}
      <ToastTemplate name="listed" variant="info" {...listed} />
      <ToastTemplate name="failure" {...failure} />
    </PlainForm>
  );
}

type PostedFailureProps = { code: string; detail: string; listed: VisitorListFormProps['listed'] };

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

/** Replaces a submitted form and takes the focus from its button (`form-pages.ts`). */
export const ThankYouMessage = ({ children }: { children: ReactNode }) => (
  <div role="status" tabIndex={-1} className="scroll-mt-1 outline-none sm:scroll-mt-8">
    {children}
  </div>
);
