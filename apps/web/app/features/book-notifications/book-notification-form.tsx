import { bookNotificationCalls } from '@commons/contract/book-notifications';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { paths } from '../../lib/paths.ts';
import { PostedTo, usePostedForm } from '../../lib/plain-page.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';

const fields = ['firstName', 'lastName', 'email'] as const;
const schema = contractSchema(
  async () => (await import('@commons/contract/book-notifications/schemas')).bookNotificationInput,
);

const alreadyThere = {
  title: 'Already Registered',
  description: 'This email is already registered for book notifications.',
};

const badEmail = 'Please enter a valid email address';

/** For whoever wants to be told when the book is out; turns into a thank-you. Belongs into the section `#book`. */
export const BookNotificationForm = () => (
  <PostedTo path={paths.meditationTools}>
    <FormOrThanks />
  </PostedTo>
);

function FormOrThanks() {
  const posted = usePostedForm();
  const [thanked, setThanked] = useState(posted.isDone ? posted.values['firstName'] : undefined);
  return (
    <>
      {thanked === undefined && <AskingForm onAsked={setThanked} />}
      {/* There before its words, or they would not be heard. */}
      <div role="status">
        {thanked !== undefined && (
          <div className="animate-arrive">
            <h3 className="text-lg">Thank you, {thanked}</h3>
            <p className="mt-2 text-muted">We will write to you once, on the day the book is out.</p>
          </div>
        )}
      </div>
    </>
  );
}

/** Reads its fields from the form itself: what a visitor typed before React arrived is sent as well. */
function AskingForm({ onAsked }: { onAsked: (firstName: string) => void }) {
  const posted = usePostedForm();
  const form = useContractForm({
    schema,
    fields,
    submit: async (body, idempotencyKey) => {
      await call(bookNotificationCalls.createBookNotification, { body }, { idempotencyKey });
      onAsked(body.firstName);
      return null;
    },
    // Said by a toast, in the words of section 8 of the specification; without JavaScript below.
    explain: ({ code }) => {
      if (posted.failure !== null) return null;
      if (code === 'book_notifications.email_exists') showToast(alreadyThere);
      else showToast({ title: 'Error', description: 'Something went wrong.', variant: 'destructive' });
      return null;
    },
    onInvalid: () => {
      const { firstName, lastName, email } = form.form.getValues();
      if (!email.trim()) form.form.setError('email', { message: 'Please enter your email address' });
      if (firstName.trim() && lastName.trim() && email.trim()) {
        showToast({ title: 'Invalid Email', description: badEmail, variant: 'destructive' });
        return;
      }
      showToast({
        title: 'Missing Information',
        description: 'Please fill in all required fields',
        variant: 'destructive',
      });
    },
  });
  return (
    <ContractForm form={form} label="Book notifications" action={`${paths.meditationTools}#book`}>
      {posted.failure !== null && <PostedFailure {...posted.failure} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" maxLength={60} required {...form.field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" maxLength={60} required {...form.field('lastName')} />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        required
        {...form.field('email')}
      />
      <Button type="submit" variant="secondary" size="large" isPending={form.isSubmitting} className="mt-1 w-full">
        {form.isSubmitting ? 'Sending...' : 'Tell me when it is out'}
      </Button>
      <p className="text-xs text-muted">We use your email address to tell you about the book, and for nothing else.</p>
    </ContractForm>
  );
}

function PostedFailure({ code, detail }: { code: string; detail: string }) {
  return code === 'book_notifications.email_exists' ? (
    <Banner tone="ok" isAlert title={alreadyThere.title}>
      {alreadyThere.description}
    </Banner>
  ) : (
    <Banner tone="danger" isAlert>
      {detail}
    </Banner>
  );
}
