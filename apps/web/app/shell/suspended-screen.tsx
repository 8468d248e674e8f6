import { Suspension } from '../features/moderation/suspension.tsx';
import { SignOutLink } from './sign-out.tsx';

/** The only screen of a suspended member. */
export default function SuspendedScreen() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <Suspension renderSignOut={(memberId) => <SignOutLink memberId={memberId}>Sign out</SignOutLink>} />
    </>
  );
}
