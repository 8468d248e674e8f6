import { waitlistMessageCharacters } from '@commons/contract/waitlist';
import { paths } from '../../lib/paths.ts';
import { postedField, PostedTo, usePostedForm } from '../../lib/plain-page.ts';
import { Card } from '../../ui/card.tsx';
import { Picture } from '../../ui/empty-state.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { ThankYouMessage, VisitorListForm } from '../visitor-lists/index.ts';

const listed = {
  code: 'waitlist.email_exists',
  title: 'Already Registered',
  description: 'This email is already on our waitlist. Thank you for your interest!',
};

/** The primary action only with sign-up by invitation. Otherwise "Create your account" is. */
const joinButtonClass =
  'invited:border-primary invited:bg-primary invited:text-on-primary invited:hover:bg-primary-strong';

/** Beside the headline, or below the picture. A thank-you card replaces it after success. */
export const WaitlistCard = () => (
  <PostedTo path={paths.waitlist}>
    <FormOrThanks />
  </PostedTo>
);

function FormOrThanks() {
  const posted = usePostedForm();
  return (
    <Card
      as="section"
      id="join"
      aria-labelledby="join-title"
      className="relative -mt-4 p-4 shadow-float sm:p-6 lg:mt-0"
    >
      {!posted.isDone && (
        <>
          <h2 id="join-title" className="text-xl">
            <span className="invited:hidden">Would you rather get an invitation?</span>
            <span className="not-invited:hidden">Join the waitlist</span>
          </h2>
          <p className="mt-2 mb-4 text-sm text-muted">
            <span className="invited:hidden">
              Leave your name on the waitlist, and someone who looks after the community will write to you.
            </span>
            <span className="not-invited:hidden">Leave your name, and we will write to you when there is a place.</span>
          </p>
          <VisitorListForm
            label="Waitlist"
            // Without JavaScript, the response scrolls to the form, which is far down on phones.
            action={`${paths.waitlist}#join`}
            listed={listed}
            failure={{ title: 'Error', description: 'Something went wrong. Please try again.' }}
            button={{ text: 'Join the waitlist', pendingText: 'Joining...', className: joinButtonClass }}
            use="We use your email address to write to you about joining, and for nothing else."
          >
            <TextArea
              label="Message"
              isOptional
              placeholder="What brings you here?"
              limit={{ max: waitlistMessageCharacters }}
              {...postedField(posted, 'message')}
            />
          </VisitorListForm>
        </>
      )}
      <ThankYouMessage>{posted.isDone && <ThankYou firstName={posted.values['firstName'] ?? ''} />}</ThankYouMessage>
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
        <span className="not-invited:hidden">We will write to you when there is a place for you, and not before.</span>
      </p>
      <p className="mt-2 text-muted">Until then, be as gentle with yourself as you would be with a friend.</p>
    </div>
  );
}
