import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';

export default function NotFoundScreen() {
  return (
    <div className="py-8 md:py-16">
      <PageTitle>404 Page Not Found</PageTitle>
      <EmptyState
        headingLevel="h1"
        picture="lost"
        title="404 Page Not Found"
        text="This path leads nowhere, or what was here has moved on. The common is just around the corner."
        action={
          <a href={paths.home} className={buttonClass()}>
            Go to the home page
          </a>
        }
      />
    </div>
  );
}
