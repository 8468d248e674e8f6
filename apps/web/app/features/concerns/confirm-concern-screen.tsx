import { paths } from '../../lib/paths.ts';
import { usePostedForm } from '../../lib/plain-page.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Picture } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PlainForm } from '../../ui/plain-form.tsx';

/** Target of the link in the mail about a concern. Needs a button press: mail scanners open links. */
export default function ConfirmConcernScreen() {
  const { isDone, failure } = usePostedForm();
  const title = isDone ? 'Your address is confirmed' : 'Is this your concern?';
  return (
    <div className="mx-auto flex max-w-120 flex-col items-center px-4 py-8 text-center sm:px-6 md:py-12">
      <PageTitle>{title}</PageTitle>
      <meta name="robots" content="noindex" />
      <Picture name="lantern" className="w-full max-w-80" />
      <h1 className="mt-6 text-2xl">{title}</h1>
      <p className="mt-4 text-muted">
        {isDone
          ? 'Thank you. The moderators write to you when they have looked into it.'
          : 'Please confirm that you sent it and that this email address is yours.'}
      </p>
      <div className="mt-6 w-full">
        {isDone ? (
          <a href={paths.home} className={buttonClass('secondary')}>
            Go to the start page
          </a>
        ) : (
          <PlainForm
            button={{ text: 'Yes, this is my address', pendingText: 'Confirming...' }}
            failure={
              failure && (
                <Banner tone="danger" isAlert>
                  {failure.detail}
                </Banner>
              )
            }
          />
        )}
      </div>
    </div>
  );
}
