import { Send } from 'lucide-react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useSendTestMail } from './mails.api.ts';
import { explainMailTest } from './mails.texts.ts';

/** Sends a test mail to the admin's own address and shows the answer of the mail server. */
export function MailTest({ email }: { email: string }) {
  const test = useSendTestMail();
  return (
    <Card as="section" aria-labelledby="mail-test" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0 flex-[1_1_16rem]">
          <h2 id="mail-test" className="text-lg">
            Do emails arrive?
          </h2>
          <p className="text-sm wrap-anywhere text-muted">
            A test email goes to your own address, {email}. You see the answer of the mail server here.
          </p>
        </div>
        <Button variant="secondary" isPending={test.isPending} onClick={() => test.mutate()}>
          {!test.isPending && <Send size={20} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />}
          Send a Test Email
        </Button>
      </div>
      <div role="status" className="empty:hidden">
        {test.data && !test.isPending && <Result {...explainMailTest(test.data, email)} {...test.data} />}
      </div>
    </Card>
  );
}

type ResultProps = ReturnType<typeof explainMailTest> & { code: string | null; answer: string | null };

const Result = ({ tone, title, text, code, answer }: ResultProps) => (
  <Banner tone={tone} title={title}>
    <p>{text}</p>
    {(answer ?? code) !== null && (
      <p className="mt-2 border-t border-line pt-2 text-xs wrap-anywhere whitespace-pre-line">
        <span className="font-semibold">{answer === null ? 'Error' : 'Answer of the server'}:</span>{' '}
        <bdi lang="en">{answer ?? code}</bdi>
        {answer !== null && code !== null && ` (${code})`}
      </p>
    )}
  </Banner>
);
