import { Suspension } from '../features/moderation/suspension.tsx';
import { SignOutLink } from './sign-out-link.tsx';

export { ScreenError as ErrorBoundary } from '../ui/screen-error.tsx';

/** What suspended members come to from everywhere. */
export default function SuspendedScreen() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <Suspension renderSignOut={(memberId) => <SignOutLink memberId={memberId}>Sign out</SignOutLink>} />
    </>
  );
}
