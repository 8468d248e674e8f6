import type { PageHandle } from '../lib/document.ts';
import { paths } from '../lib/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { NoticePage } from '../ui/notice-page.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** The server sends this page without the application. */
export const handle: PageHandle = { isPlain: true };

export default function NotFoundScreen() {
  return (
    <>
      <PageTitle>404 Page Not Found</PageTitle>
      <NoticePage
        picture="lost"
        title="404 Page Not Found"
        text="There is nothing at this address. The page may have been moved or removed."
        action={
          <a href={paths.home} className={buttonClass('primary', 'large')}>
            Go to the home page
          </a>
        }
      />
    </>
  );
}
