import type { PageHandle } from '../lib/document.ts';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** The server sends this page without the application. */
export const handle: PageHandle = { isPlain: true };

export default function NotFoundScreen() {
  return (
    <div className="flex min-h-[85dvh] flex-col justify-center">
      <PageTitle>404 Page Not Found</PageTitle>
      <EmptyState
        headingLevel="h1"
        picture="lost"
        title="404 Page Not Found"
        text="There is nothing at this address. The page may have been moved or removed."
        action={
          <a href={paths.home} className={buttonClass()}>
            Go to the home page
          </a>
        }
      />
    </div>
  );
}
