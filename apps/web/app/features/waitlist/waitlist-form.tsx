import { waitlistCalls } from '@commons/contract/waitlist';
import { useRef, useState } from 'react';
import { ApiError, call, NetworkError } from '../../lib/api-client.ts';
import { paths } from '../../lib/paths.ts';
import { usePostedForm } from '../../lib/plain-page.ts';
import { randomId } from '../../lib/random-id.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';

const fieldNames = ['firstName', 'lastName', 'email', 'message'] as const;
type FieldName = (typeof fieldNames)[number];
type FieldErrors = Partial<Record<FieldName, string>>;

const missingTexts: FieldErrors = {
  firstName: 'Please tell us your first name',
  lastName: 'Please tell us your last name',
  email: 'Please enter your email address',
};

const readField = (form: FormData, name: FieldName) => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

const fieldErrorsOf = (error: ApiError): FieldErrors =>
  Object.fromEntries(
    (error.problem?.errors ?? [])
      .map(({ path, message }) => [path.split('.').at(-1), message] as const)
      .filter(([name]) => fieldNames.some((known) => known === name)),
  );

const alreadyThere = {
  title: 'Already Registered',
  description: 'This email is already on our waitlist. Thank you for your interest!',
};

/** What went wrong, in the words of section 8 of the specification. */
function tell(error: unknown) {
  if (error instanceof ApiError && error.message.includes('This email already exists')) {
    showToast(alreadyThere);
    return;
  }
  showToast({ title: 'Error', description: 'Something went wrong. Please try again.', variant: 'destructive' });
}

/** Reads its fields from the form itself: what a visitor typed before React arrived is sent as well. */
export function WaitlistForm({ onJoined }: { onJoined: (firstName: string) => void }) {
  const posted = usePostedForm();
  const [errors, setErrors] = useState<FieldErrors>(posted.errors);
  const [isSending, setIsSending] = useState(false);
  // One intent, one key: a second press after a lost answer does not make a second entry.
  const idempotencyKey = useRef<string>(undefined);

  async function join(form: HTMLFormElement) {
    const data = new FormData(form);
    const [firstName, lastName, email, message] = fieldNames.map((name) => readField(data, name)) as [
      string,
      string,
      string,
      string,
    ];
    const missing = Object.entries({ firstName, lastName, email }).filter(([, value]) => value === '');
    setErrors(Object.fromEntries(missing.map(([name]) => [name, missingTexts[name as FieldName] ?? ''])));
    if (missing.length > 0) {
      showToast({
        title: 'Missing Information',
        description: 'Please fill in all required fields',
        variant: 'destructive',
      });
      form.querySelector<HTMLInputElement>(`[name="${missing[0]?.[0] ?? ''}"]`)?.focus();
      return;
    }
    setIsSending(true);
    idempotencyKey.current ??= randomId();
    try {
      const body = { firstName, lastName, email, ...(message === '' ? {} : { message }) };
      await call(waitlistCalls.joinWaitlist, { body }, { idempotencyKey: idempotencyKey.current });
      onJoined(firstName);
    } catch (error) {
      // Only an answer that never came may be asked for again under the same key.
      if (!(error instanceof NetworkError)) idempotencyKey.current = undefined;
      const fieldErrors = error instanceof ApiError ? fieldErrorsOf(error) : {};
      setErrors(fieldErrors);
      if (Object.keys(fieldErrors).length === 0) tell(error);
    } finally {
      setIsSending(false);
    }
  }

  return (
    <form
      method="post"
      // The form stands on two pages and far down on both: the answer opens where it was.
      action={`${paths.waitlist}#join`}
      noValidate
      aria-label="Waitlist"
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void join(event.currentTarget);
      }}
    >
      {posted.failure !== null && <PostedFailure {...posted.failure} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="First name"
          name="firstName"
          autoComplete="given-name"
          maxLength={60}
          required
          defaultValue={posted.values['firstName']}
          error={errors.firstName}
        />
        <TextField
          label="Last name"
          name="lastName"
          autoComplete="family-name"
          maxLength={60}
          required
          defaultValue={posted.values['lastName']}
          error={errors.lastName}
        />
      </div>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        required
        defaultValue={posted.values['email']}
        error={errors.email}
      />
      <TextArea
        label="Message"
        isOptional
        name="message"
        placeholder="What brings you here?"
        maxLength={1_000}
        limit={{ max: 1_000, countedIn: 'units' }}
        defaultValue={posted.values['message']}
        error={errors.message}
      />
      <Button type="submit" size="large" isPending={isSending} className="mt-1 w-full">
        {isSending ? 'Joining...' : 'Join the waitlist'}
      </Button>
      <p className="text-xs text-muted">We use your address for this one letter and nothing else.</p>
    </form>
  );
}

function PostedFailure({ code, detail }: { code: string; detail: string }) {
  return code === 'waitlist.email_exists' ? (
    <Banner tone="ok" isAlert title={alreadyThere.title}>
      {alreadyThere.description}
    </Banner>
  ) : (
    <Banner tone="danger" isAlert>
      {detail}
    </Banner>
  );
}
