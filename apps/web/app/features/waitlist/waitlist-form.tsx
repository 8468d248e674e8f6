import { waitlistCalls } from '@commons/contract/waitlist';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { paths } from '../../lib/paths.ts';
import { PostedTo, usePostedForm } from '../../lib/plain-page.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { Picture } from '../../ui/empty-state.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast-store.ts';

const fields = ['firstName', 'lastName', 'email', 'message'] as const;
const schema = contractSchema(async () => (await import('@commons/contract/waitlist/schemas')).joinWaitlistInput);

const alreadyThere = {
  title: 'Already Registered',
  description: 'This email is already on our waitlist. Thank you for your interest!',
};

/** Reads its fields from the form itself: what a visitor typed before React arrived is sent as well. */
function WaitlistForm({ onJoined }: { onJoined: (firstName: string) => void }) {
  const posted = usePostedForm();
  const form = useContractForm({
    schema,
    fields,
    submit: async (body, idempotencyKey) => {
      await call(waitlistCalls.joinWaitlist, { body }, { idempotencyKey });
      onJoined(body.firstName);
      return null;
    },
    // Said by a toast, in the words of section 8 of the specification; without JavaScript below.
    explain: ({ code }) => {
      if (posted.failure !== null) return null;
      if (code === 'waitlist.email_exists') showToast(alreadyThere);
      else
        showToast({ title: 'Error', description: 'Something went wrong. Please try again.', variant: 'destructive' });
      return null;
    },
    onInvalid: () => {
      const { firstName, lastName, email } = form.form.getValues();
      if (!email.trim()) form.form.setError('email', { message: 'Please enter your email address' });
      if (firstName.trim() && lastName.trim() && email.trim()) return;
      showToast({
        title: 'Missing Information',
        description: 'Please fill in all required fields',
        variant: 'destructive',
      });
    },
  });
  return (
    <ContractForm
      form={form}
      label="Waitlist"
      // The form stands on two pages, on a phone far down on both: the answer opens where it was.
      action={`${paths.waitlist}#join`}
    >
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
      <TextArea
        label="Message"
        isOptional
        placeholder="What brings you here?"
        maxLength={1_000}
        limit={{ max: 1_000, countedIn: 'units' }}
        {...form.field('message')}
      />
      {/* Where everyone may join at once, that is the one action of the page. */}
      <Button
        type="submit"
        variant="secondary"
        size="large"
        isPending={form.isSubmitting}
        className="mt-1 w-full invited:border-primary invited:bg-primary invited:text-on-primary invited:hover:bg-primary-strong"
      >
        {form.isSubmitting ? 'Joining...' : 'Join the waitlist'}
      </Button>
      <p className="text-xs text-muted">
        We use your email address to write to you about joining, and for nothing else.
      </p>
    </ContractForm>
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

/** Stands beside the headline, or below the picture. Turns into the thank-you card after success. */
export const WaitlistCard = () => (
  <PostedTo path={paths.waitlist}>
    <FormOrThanks />
  </PostedTo>
);

function FormOrThanks() {
  const posted = usePostedForm();
  const [joinedAs, setJoinedAs] = useState(posted.isDone ? posted.values['firstName'] : undefined);
  return (
    <Card
      as="section"
      id="join"
      aria-labelledby="join-title"
      className="relative -mt-4 p-4 shadow-float sm:p-6 lg:mt-0"
    >
      {joinedAs === undefined && (
        <>
          <h2 id="join-title" className="text-xl">
            <span className="invited:hidden">Would you rather be invited?</span>
            <span className="not-invited:hidden">Join the waitlist</span>
          </h2>
          <p className="mt-2 mb-4 text-sm text-muted">
            <span className="invited:hidden">
              Leave your name on the waitlist, and someone who looks after the community will write to you.
            </span>
            <span className="not-invited:hidden">Leave your name, and we will write to you when there is a place.</span>
          </p>
          <WaitlistForm onJoined={setJoinedAs} />
        </>
      )}
      {/* There before its words, or they would not be heard. */}
      <div role="status">{joinedAs !== undefined && <ThankYou firstName={joinedAs} />}</div>
    </Card>
  );
}

function ThankYou({ firstName }: { firstName: string }) {
  return (
    <div className="flex animate-arrive flex-col items-center text-center">
      <Picture name="door" className="w-full max-w-64" />
      <h2 id="join-title" className="mt-6 text-xl">
        Thank you, {firstName}
      </h2>
      <p className="mt-2 text-muted">
        You are on the list.{' '}
        <span className="invited:hidden">
          Someone who looks after the community will write to you. If you would rather not wait, create an account at
          any time.
        </span>
        <span className="not-invited:hidden">We will write to you when there is a place, and not before.</span>
      </p>
      <p className="mt-2 text-muted">Until then, be as gentle with yourself as you would be with a friend.</p>
    </div>
  );
}
