import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { PageTitle } from './page-title.tsx';

/** Replaces a screen that failed. */
export const ScreenError = () => (
  <div role="alert" className="py-8">
    <PageTitle>Something went wrong</PageTitle>
    <EmptyState
      headingLevel="h1"
      picture="lantern"
      title="Something went wrong on our side"
      text="This screen could not be shown. What you wrote is saved on this device. Reloading the page often helps, especially after an update."
      action={<Button onClick={() => window.location.reload()}>Reload</Button>}
    />
  </div>
);
