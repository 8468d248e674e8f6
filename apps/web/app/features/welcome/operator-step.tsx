import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { isOperatorMissing, OperatorForm, communitySettingsQuery } from '../operator/index.ts';
import { Step } from './step.tsx';

/** Asks the first admin who runs the community. Goes on by itself if somebody has answered before. */
export function OperatorStep({ onDone }: { onDone: () => void }) {
  const query = useQuery(communitySettingsQuery);
  const isAnswered = query.isFetchedAfterMount && query.data !== undefined && !isOperatorMissing(query.data);
  const skip = useEffectEvent(onDone);
  useEffect(() => {
    if (isAnswered) skip();
  }, [isAnswered]);
  return (
    <Step picture="common" title="Who runs this community?">
      <p className="text-muted">
        Members and visitors see this on the privacy page, in the guidelines and in emails. You can change it later in
        the admin panel, under Settings.
      </p>
      <Loaded
        query={query}
        loading={<Skeleton className="h-96" />}
        failure={{ variant: 'banner', text: 'The settings could not be loaded.' }}
      >
        {(settings) => (
          <OperatorForm settings={settings} submitLabel="Continue" onDone={onDone}>
            <Button variant="quiet" onClick={onDone}>
              Skip
            </Button>
          </OperatorForm>
        )}
      </Loaded>
    </Step>
  );
}
