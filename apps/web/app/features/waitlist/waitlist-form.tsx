import { waitlistMessageCharacters } from '@commons/contract/waitlist';
import { BookOpen, Headphones } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { postedField, PostedTo, usePostedForm } from '../../lib/plain-page.ts';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Picture } from '../../ui/empty-state.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { ThankYouMessage, VisitorListForm } from '../visitor-lists/index.ts';

const listed = {
  code: 'waitlist.email_exists',
  title: 'Already Registered',
  description: 'This email is already on our waitlist. Thank you for your interest!',
};

/** At a visitor's `/`, "Create your account" is the primary action, unless sign-up is by invitation. */
const joinButtonClass =
  'invited:border-primary invited:bg-primary invited:text-on-primary invited:hover:bg-primary-strong';

type WaitlistCardProps = { isMain?: boolean; headingLevel?: 'h2' | 'h3'; className?: string };

/** The form. A thank-you message replaces it after success. */
export const WaitlistCard = ({ isMain = false, headingLevel = 'h2', className }: WaitlistCardProps) => (
  <PostedTo path={paths.waitlist}>
    <FormOrThanks isMain={isMain} headingLevel={headingLevel} className={className} />
  </PostedTo>
);

const linkClass = 'font-semibold text-primary underline underline-offset-4';

type FormOrThanksProps = { isMain: boolean; headingLevel: 'h2' | 'h3'; className: string | undefined };

function FormOrThanks({ isMain, headingLevel: Heading, className }: FormOrThanksProps) {
  const posted = usePostedForm();
  return (
    <Card
      as="section"
      id="join"
      aria-labelledby="join-title"
      className={classNames(
        'relative flex flex-col p-4 shadow-float max-lg:min-h-0! sm:p-6 lg:justify-center',
        // On wide screens as tall as the form. `form-pages.ts` keeps the height of a form that it replaces.
        posted.isDone && 'lg:min-h-150',
        className,
      )}
    >
      {!posted.isDone && (
        <>
          <Heading id="join-title" className="text-xl">
            Join the waitlist
          </Heading>
          <p className="mt-2 mb-4 text-sm text-muted">
            <span className="invited:hidden">
              You need no invitation: you can{' '}
              <a href={paths.signUp} className={linkClass}>
                create your account
              </a>{' '}
              today. If you would rather be invited, leave your name, and someone who looks after the community will
              write to you.
            </span>
            <span className="not-invited:hidden">Leave your name, and we will write to you when there is a place.</span>
          </p>
          <VisitorListForm
            label="Waitlist"
            // Without JavaScript, the response scrolls to the form, which is far down on phones.
            action={`${paths.waitlist}#join`}
            listed={listed}
            failure={{ title: 'Error', description: 'Something went wrong. Please try again.' }}
            button={{
              text: 'Join the waitlist',
              pendingText: 'Joining...',
              ...(isMain ? { variant: 'primary' } : { className: joinButtonClass }),
            }}
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
      <ThankYouMessage>
        {posted.isDone && <ThankYou heading={Heading} firstName={posted.values['firstName'] ?? ''} />}
      </ThankYouMessage>
    </Card>
  );
}

function ThankYou({ heading: Heading, firstName }: { heading: 'h2' | 'h3'; firstName: string }) {
  return (
    <div data-joined="" className="flex animate-arrive flex-col items-center text-center">
      <Picture name="door" className="w-full max-w-88" />
      <Heading id="join-title" className="mt-6 text-2xl wrap-anywhere">
        Thank you, {firstName}
      </Heading>
      <p className="mt-4 text-muted">
        You are on the list.{' '}
        <span className="invited:hidden">
          Someone who looks after the community will write to you. If you would rather not wait,{' '}
          <a href={paths.signUp} className={linkClass}>
            create your account
          </a>{' '}
          at any time.
        </span>
        <span className="not-invited:hidden">We will write to you when there is a place for you, and not before.</span>
      </p>
      <p className="mt-4 text-muted">Until then, be as gentle with yourself as you would be with a friend.</p>
      <ul
        aria-label="For today"
        className="mt-6 flex w-full flex-wrap justify-center gap-x-6 border-t border-line pt-4"
      >
        {forToday.map(({ href, label, icon: Icon }) => (
          <li key={href}>
            <a href={href} className={classNames(linkClass, 'inline-flex min-h-11 items-center gap-2 text-sm')}>
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Open to everyone. */
const forToday = [
  { href: paths.meditationTools, label: 'Meditation tools', icon: Headphones },
  { href: paths.selfHelp, label: 'Self-Help Library', icon: BookOpen },
];
