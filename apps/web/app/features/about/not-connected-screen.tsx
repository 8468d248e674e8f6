import { buttonClass } from '../../ui/button.tsx';
import { NoticePage } from '../../ui/notice-page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** Offline fallback of the service worker for a visitor's uncached pages. */
export default function NotConnectedScreen() {
  return (
    <>
      <PageTitle>Not connected</PageTitle>
      <NoticePage
        picture="offline"
        title="We cannot reach the community right now"
        text="The problem may be your connection, or it may be us. You can read the crisis lines and the self-help library offline."
        action={
          // Loads the same path again, also without JavaScript.
          <a href="?" className={buttonClass('primary', 'large')}>
            Try again
          </a>
        }
      />
    </>
  );
}
