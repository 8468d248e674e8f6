import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { frameLoader } from '../../lib/page-data.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useViewer, viewerQuery } from '../auth/index.ts';
import { FirstPost } from './first-post.tsx';
import { OperatorStep } from './operator-step.tsx';
import { GuidelinesStep, NameStep, type Reason, ReasonsStep } from './steps.tsx';
import { welcomeTextQuery } from './welcome.api.ts';

// The frame reads the viewer.
export const loader = frameLoader;
export const clientLoader = screenLoader((queryClient) => {
  void queryClient.prefetchQuery(viewerQuery);
  // Needed only by the last step.
  void queryClient.prefetchQuery(welcomeTextQuery);
});

/** The welcome flow for new members: three short steps that can be skipped, and a first post. */
export default function WelcomeScreen() {
  const viewer = useViewer();
  const [search, setSearch] = useSearchParams();
  // The step is in the URL, for the back button. Unknown steps show the first one.
  const requestedStep = Number(search.get('step'));
  const step = [2, 3, 4].includes(requestedStep) ? requestedStep : 1;
  const isOperatorStep = search.get('step') === 'operator' && viewer?.role === 'admin';
  const [chosen, setChosen] = useState<ReadonlySet<Reason>>(new Set());
  const next = () => setSearch({ step: String(step + 1) });
  /** An admin also says who runs the community, as long as nobody has. */
  const afterGuidelines = () => (viewer?.role === 'admin' ? setSearch({ step: 'operator' }) : next());
  return (
    <div className="mx-auto w-full max-w-160">
      <PageTitle>Welcome</PageTitle>
      {!viewer && <Skeleton className="h-96 rounded-card" />}
      {viewer && step === 1 && !isOperatorStep && <NameStep viewer={viewer} onDone={next} />}
      {viewer && step === 2 && <ReasonsStep chosen={chosen} onChange={setChosen} onDone={next} />}
      {viewer && step === 3 && <GuidelinesStep onDone={afterGuidelines} />}
      {isOperatorStep && <OperatorStep onDone={() => setSearch({ step: '4' }, { replace: true })} />}
      {viewer && step === 4 && <FirstPost viewer={viewer} chosen={chosen} />}
    </div>
  );
}
