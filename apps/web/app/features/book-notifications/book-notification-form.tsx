import { paths } from '../../lib/paths.ts';
import { PostedTo, usePostedForm } from '../../lib/plain-page.ts';
import { ThankYouMessage, VisitorListForm } from '../visitor-lists/index.ts';

const listed = {
  code: 'book_notifications.email_exists',
  title: 'Already Registered',
  description: 'This email is already registered for book notifications.',
};

/** The sign-up form for book news, for the section `#book`. A thank-you message replaces it after success. */
export const BookNotificationForm = () => (
  <PostedTo path={paths.meditationTools}>
    <FormOrThanks />
  </PostedTo>
);

function FormOrThanks() {
  const { isDone, values } = usePostedForm();
  return (
    <>
      {!isDone && (
        <VisitorListForm
          label="Book notifications"
          action={`${paths.meditationTools}#book`}
          listed={listed}
          failure={{ title: 'Error', description: 'Something went wrong.' }}
          invalidEmail={{ title: 'Invalid Email', description: 'Please enter a valid email address' }}
          button={{ text: 'Tell me when it is out', pendingText: 'Sending...' }}
          use="We use your email address to tell you about the book, and for nothing else."
        />
      )}
      <ThankYouMessage>
        {isDone && (
          <div className="animate-arrive">
            <h3 className="text-lg">Thank you, {values['firstName']}</h3>
            <p className="mt-2 text-muted">We will write to you once, on the day the book is out.</p>
          </div>
        )}
      </ThankYouMessage>
    </>
  );
}
