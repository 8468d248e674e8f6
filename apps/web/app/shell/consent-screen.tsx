import { accountExport } from '@commons/contract/account';
import type { CurrentUser } from '@commons/contract/auth/schemas';
import { consentCalls } from '@commons/contract/consent/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { healthDataConsent, viewerQuery } from '../features/auth/index.ts';
import { signInOptionsQuery } from '../features/settings/security.api.ts';
import { GuidelinesSummary } from '../features/welcome/guidelines-summary.tsx';
import { call } from '../lib/api-client.ts';
import { ApiError } from '../lib/api-error.ts';
import { useContractForm } from '../lib/contract-form.ts';
import { paths } from '../lib/paths.ts';
import type { SignOutWith } from '../lib/session-ended.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/choices.tsx';
import { ContractForm } from '../ui/contract-form.tsx';
import { HelpLink } from '../ui/help-link.tsx';
import { lazyDialog } from '../ui/lazy-opening.tsx';
import { Logo } from '../ui/logo.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { SignOutLink } from './sign-out.tsx';
import { SkipLink } from './simple-frame.tsx';

type State = Exclude<CurrentUser['consent']['state'], 'given'>;

const introductions: Record<State, { title: string; text: string }> = {
  missing: {
    title: 'Before you go on',
    text: 'Saying how you are says something about your health. We keep it only if you agree.',
  },
  outdated: {
    title: 'Our guidelines have changed',
    text: 'Please take a moment to read them. What you wrote is safe, and nothing else has changed.',
  },
  withdrawn: {
    title: 'You have withdrawn your agreement',
    text: 'Nothing is deleted until you leave. If you change your mind, you can agree again.',
  },
};

/** Replaces every member's screen until the member agrees, or leaves. */
export default function ConsentScreen({ viewer }: { viewer: CurrentUser }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b border-line pt-[env(safe-area-inset-top)]">
        <div className="mx-auto flex min-h-14 max-w-160 flex-wrap items-center justify-between gap-2 px-4 md:min-h-16">
          <Logo />
          <HelpLink />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-160 px-4 py-8 outline-none md:py-12">
        <ConsentChoices viewer={viewer} />
      </main>
    </div>
  );
}

export function ConsentChoices({ viewer }: { viewer: CurrentUser }) {
  const { state } = viewer.consent;
  const { title, text } = introductions[state === 'given' ? 'outdated' : state];
  return (
    <div className="flex flex-col gap-6">
      <PageTitle>{title}</PageTitle>
      <div>
        <h1 className="text-2xl md:text-3xl">{title}</h1>
        <p className="mt-4 text-lg text-muted">{text}</p>
      </div>
      {state === 'withdrawn' && <OtherWays viewer={viewer} title="Take your data, or leave" />}
      <Card as="section" aria-label="Agreement" className="flex flex-col gap-6">
        <GuidelinesSummary />
        <ConsentForm viewer={viewer} />
      </Card>
      {state !== 'withdrawn' && <OtherWays viewer={viewer} title="If you would rather not" />}
    </div>
  );
}

function ConsentForm({ viewer: { consent } }: { viewer: CurrentUser }) {
  const queryClient = useQueryClient();
  const { guidelinesVersion, state, acceptedAt } = consent;
  const asksForAge = acceptedAt === null;
  const asksForHealthData = state !== 'outdated';
  const form = useContractForm({
    original: { isAdult: false, agreesToHealthData: false },
    submit: async (choices) => {
      const body = {
        guidelinesVersion,
        ...(asksForAge && { isAdult: choices.isAdult }),
        ...(asksForHealthData && { agreesToHealthData: choices.agreesToHealthData }),
      };
      try {
        queryClient.setQueryData(viewerQuery.queryKey, await call(consentCalls.giveConsent, { body }));
      } catch (error) {
        // Shows the version that the server has now.
        if (error instanceof ApiError && error.status === 409) void queryClient.invalidateQueries(viewerQuery);
        throw error;
      }
    },
  });
  return (
    <ContractForm form={form} className="flex flex-col gap-4 border-t border-line pt-6">
      {asksForAge && <Checkbox label="I am 18 or over" {...form.field('isAdult')} />}
      {asksForHealthData && <Checkbox label={healthDataConsent} {...form.field('agreesToHealthData')} />}
      <p className="text-sm text-muted">
        The{' '}
        <a
          href={paths.privacy}
          target="_blank"
          rel="noreferrer"
          className="font-semibold text-primary underline underline-offset-4"
        >
          privacy page
        </a>{' '}
        says what we keep and why. You can withdraw your agreement in your settings at any time.
      </p>
      <div>
        <Button type="submit" size="large" isPending={form.isSubmitting}>
          Accept the guidelines
        </Button>
      </div>
    </ContractForm>
  );
}

const LeaveDialog = lazyDialog(() => import('../features/settings/leave-dialog.tsx'));

const signOutWith: SignOutWith = async (...ending) => (await import('./leave-device.ts')).signOutWith(...ending);

function OtherWays({ viewer, title }: { viewer: CurrentUser; title: string }) {
  const hasPassword = useQuery(signInOptionsQuery).data?.provider !== 'oidc';
  return (
    <section aria-labelledby="other-ways">
      <h2 id="other-ways" className="text-lg">
        {title}
      </h2>
      <p className="mt-1 text-sm text-muted">
        You can decide later. You can also take your data with you, or leave and have it deleted.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <SignOutLink memberId={viewer.id}>Sign out</SignOutLink>
        <a href={accountExport} download className={buttonClass('secondary')}>
          Download my data
        </a>
        <LeaveDialog
          trigger={<Button variant="secondary">Leave the community</Button>}
          hasPassword={hasPassword}
          signOutWith={signOutWith}
        />
      </div>
    </section>
  );
}
