import { useState } from 'react';
import { usePostedForm } from '../../lib/plain-page.ts';
import { Card } from '../../ui/card.tsx';
import { Picture } from '../../ui/picture.tsx';
import { WaitlistForm } from './waitlist-form.tsx';

/** Lies over the lower edge of the morning picture. Turns into the thank-you card after success. */
export function WaitlistCard() {
  const posted = usePostedForm();
  const [joinedAs, setJoinedAs] = useState(posted.isDone ? posted.values['firstName'] : undefined);
  return (
    <Card
      as="section"
      id="join"
      aria-labelledby="join-title"
      className="relative z-10 order-1 -mt-10 p-5 shadow-float sm:p-7 lg:sticky lg:top-24 lg:order-2 lg:-mt-56"
    >
      {joinedAs === undefined && (
        <>
          <h2 id="join-title" className="text-xl">
            Join the waitlist
          </h2>
          <p className="mt-2 mb-6 text-sm text-muted">
            Leave your name and we will write to you when there is a place.
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
        You are on the list. We will write to you when there is a place, and not before. Until then, be as gentle with
        yourself as you would be with a friend.
      </p>
    </div>
  );
}
