import { concernKinds, concernLimits } from '@commons/contract/concerns';
import { paths } from '../../lib/paths.ts';
import { postedField, usePostedForm } from '../../lib/plain-page.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/choices.tsx';
import { Picture } from '../../ui/empty-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PlainForm } from '../../ui/plain-form.tsx';
import { SharingHead } from '../../ui/sharing-head.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';

const title = 'Report a concern';

/** A form for everyone, also without an account. It works without JavaScript. */
export default function ReportConcernScreen() {
  const posted = usePostedForm();
  return (
    <div className="mx-auto max-w-160 px-4 py-8 sm:px-6 md:py-12">
      <PageTitle>{title}</PageTitle>
      <SharingHead
        path={paths.reportConcern}
        title={title}
        description="Report something in this community, or send a complaint. You need no account."
      />
      {posted.isDone ? <Received /> : <ConcernForm />}
    </div>
  );
}

const linkClass = 'font-semibold text-primary underline underline-offset-4';

function ConcernForm() {
  const posted = usePostedForm();
  return (
    <>
      <h1 className="text-2xl md:text-3xl">{title}</h1>
      <p className="mt-4 text-lg text-muted">
        Tell us about something in this community that worries you, or about a decision that you find wrong. You need no
        account.
      </p>
      <p className="mt-4 rounded-card bg-primary-soft p-4 forced-colors:border">
        If someone is in danger now, please call the emergency number where they are. Nobody reads this form at all
        hours.{' '}
        <a href={paths.crisis} className={linkClass}>
          Crisis lines by country
        </a>
      </p>
      <div className="mt-8">
        <PlainForm
          aria-label={title}
          button={{ text: 'Send to the moderators', pendingText: 'Sending...' }}
          failure={
            posted.failure && (
              <Banner tone="danger" isAlert>
                {posted.failure.detail}
              </Banner>
            )
          }
          footer={
            <p className="text-sm text-muted">
              Moderators read what you send. We delete it a year after our answer.{' '}
              <a href={paths.privacy} className={linkClass}>
                Privacy
              </a>
            </p>
          }
        >
          <Select
            label="What is it about?"
            name="kind"
            defaultValue={posted.values['kind'] ?? 'guidelines'}
            options={Object.entries(concernKinds).map(([value, label]) => ({ value, label }))}
          />
          <TextArea
            label="What happened, and why is it wrong?"
            minRows={5}
            limit={{ max: concernLimits.textCharacters }}
            required
            {...postedField(posted, 'text')}
          />
          <TextField
            label="Where is it?"
            isOptional
            hint="The address of the page, or a few words that help us find it."
            {...postedField(posted, 'address')}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label="Your name" isOptional autoComplete="name" {...postedField(posted, 'name')} />
            <TextField
              label="Your email"
              isOptional
              type="email"
              inputMode="email"
              autoComplete="email"
              {...postedField(posted, 'email')}
            />
          </div>
          <p className="text-sm text-muted">
            We can only answer you if you give an email address. The person concerned does not see your name or your
            address.
          </p>
          {/* Programs fill in every field. The server ignores what they send. */}
          <div hidden>
            <TextField label="Website" name="website" tabIndex={-1} autoComplete="off" />
          </div>
        </PlainForm>
      </div>
    </>
  );
}

function Received() {
  const { receipt, email } = usePostedForm().values;
  return (
    <Card as="section" role="status" tabIndex={-1} className="flex flex-col items-center text-center outline-none">
      <Picture name="lantern" className="w-full max-w-80" />
      <h1 className="mt-6 text-2xl">Thank you for telling us</h1>
      <p className="mt-4">
        Your number is <strong className="whitespace-nowrap">{receipt}</strong>. Please keep it for questions.
      </p>
      <p className="mt-4 text-muted">
        {email
          ? 'We have sent you a mail. Please open its link, so that we know the address is yours. You get our answer there, with reasons.'
          : 'The moderators will look into it. You gave no email address, so we cannot write to you.'}
      </p>
    </Card>
  );
}
