import { bookNotificationCalls } from '@commons/contract/book-notifications';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { paths } from '../../lib/paths.ts';
import { PostedTo, usePostedForm } from '../../lib/plain-page.ts';
import { contractSchema } from '../../ui/contract-form.tsx';
import { ThankYouMessage, VisitorListForm } from '../visitor-lists/index.ts';

const fields = ['firstName', 'lastName', 'email'] as const;
const schema = contractSchema(
  async () => (await import('@commons/contract/book-notifications/schemas')).bookNotificationInput,
);

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
  const posted = usePostedForm();
  const [thankedName, setThankedName] = useState(posted.isDone ? posted.values['firstName'] : undefined);
  return (
    <>
      {thankedName === undefined && (
        <VisitorListForm
          label="Book notifications"
          action={`${paths.meditationTools}#book`}
          schema={schema}
          fields={fields}
          send={(body, idempotencyKey) =>
            call(bookNotificationCalls.createBookNotification, { body }, { idempotencyKey })
          }
          onAdded={setThankedName}
          listed={listed}
          failure={{ title: 'Error', description: 'Something went wrong.' }}
          invalidEmail={{ title: 'Invalid Email', description: 'Please enter a valid email address' }}
          button={{ text: 'Tell me when it is out', pendingText: 'Sending...' }}
          use="We use your email address to tell you about the book, and for nothing else."
        />
      )}
      <ThankYouMessage>
        {thankedName === undefined ? undefined : (
          <div className="animate-arrive">
            <h3 className="text-lg">Thank you, {thankedName}</h3>
            <p className="mt-2 text-muted">We will write to you once, on the day the book is out.</p>
          </div>
        )}
      </ThankYouMessage>
    </>
  );
}
