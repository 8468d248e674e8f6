import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { SimpleFrame } from './simple-frame.tsx';

/** No answer to "who is this?": offline, or the server is away. Nothing is lost, and nobody is signed out. */
export function UnreachableScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <SimpleFrame>
      <PageTitle>Not connected</PageTitle>
      <div className="py-8 md:py-16">
        <EmptyState
          headingLevel="h1"
          picture="offline"
          title="We cannot reach the community right now"
          text="It may be your connection, or it may be us. You are still signed in, and what you wrote is kept on this device. The crisis lines can be read without a connection."
          action={<Button onClick={onRetry}>Try again</Button>}
        />
      </div>
    </SimpleFrame>
  );
}
