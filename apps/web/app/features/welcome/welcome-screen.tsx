import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { loadsScreen } from '../../lib/query-client.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useViewer, viewerQuery } from '../auth/index.ts';
import { FirstPost } from './first-post.tsx';
import { GuidelinesStep, NameStep, type Reason, ReasonsStep } from './steps.tsx';

export { ScreenError as ErrorBoundary } from '../../ui/screen-error.tsx';

export const clientLoader = loadsScreen((queryClient) => void queryClient.prefetchQuery(viewerQuery));

/** What a newcomer meets once: three short steps, each of which may be left out, and a way to say hello. */
export default function WelcomeScreen() {
  const viewer = useViewer();
  const [search, setSearch] = useSearchParams();
  // In the address, so that going back leads to the step before. One that is not there is the first.
  const asked = Number(search.get('step'));
  const step = [2, 3, 4].includes(asked) ? asked : 1;
  const [chosen, setChosen] = useState<ReadonlySet<Reason>>(new Set());
  const next = () => setSearch({ step: String(step + 1) });
  return (
    <div className="mx-auto w-full max-w-160">
      <PageTitle>Welcome</PageTitle>
      {!viewer && <Skeleton className="h-96 rounded-card" />}
      {viewer && step === 1 && <NameStep viewer={viewer} onDone={next} />}
      {viewer && step === 2 && <ReasonsStep chosen={chosen} onChange={setChosen} onDone={next} />}
      {viewer && step === 3 && <GuidelinesStep onDone={next} />}
      {viewer && step === 4 && <FirstPost viewer={viewer} chosen={chosen} />}
    </div>
  );
}
