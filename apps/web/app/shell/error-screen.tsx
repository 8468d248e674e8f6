import { isRouteErrorResponse } from 'react-router';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import NotFoundScreen from './not-found-screen.tsx';
import { SimpleFrame } from './simple-frame.tsx';

export function ErrorScreen({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <SimpleFrame>
        <NotFoundScreen />
      </SimpleFrame>
    );
  }
  return (
    <SimpleFrame>
      <PageTitle>Something went wrong</PageTitle>
      <div className="py-8 md:py-16" role="alert">
        <EmptyState
          headingLevel="h1"
          picture="lantern"
          title="Something went wrong on our side"
          text="This screen could not be shown. What you wrote is kept on this device. Loading the page again often helps, most of all after an update."
          action={<Button onClick={() => window.location.reload()}>Load again</Button>}
        />
      </div>
    </SimpleFrame>
  );
}
