import type { CurrentUser } from '@commons/contract/auth/schemas';
import { profileLimits } from '@commons/contract/profiles';
import { explainFailure } from '../../lib/api-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useUpdateProfile } from '../members/index.ts';
import { Step } from './step.tsx';
import { NameForm } from './steps.tsx';

/** Replaces every screen until the member has a name, because sign-in providers may not supply one. */
export default function NameScreen({ viewer }: { viewer: CurrentUser }) {
  const saveName = useUpdateProfile();
  const failure = explainFailure(saveName.error);
  const fallbackName = viewer.displayName.slice(0, profileLimits.nameCharacters);
  return (
    <div className="mx-auto w-full max-w-160">
      <PageTitle>Your name</PageTitle>
      <Step picture="profile" title="What should we call you?">
        <p className="wrap-anywhere text-muted">
          Your sign-in provider did not share your name. Until you choose one, others see “{fallbackName}”, the first
          part of your email address.
        </p>
        {failure !== undefined && (
          <Banner tone="danger" isAlert>
            {failure}
          </Banner>
        )}
        <NameForm viewer={viewer}>
          <Button
            variant="quiet"
            isPending={saveName.isPending || saveName.isSuccess}
            onClick={() => saveName.mutate({ firstName: fallbackName })}
            className="max-w-full wrap-anywhere"
          >
            Use “{fallbackName}”
          </Button>
        </NameForm>
      </Step>
    </div>
  );
}
