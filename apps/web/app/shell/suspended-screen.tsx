import { Suspension } from '../features/moderation/suspension.tsx';
import { useSignOut } from './sign-out.tsx';

export { ScreenError as ErrorBoundary } from '../ui/screen-error.tsx';

/** What suspended members come to from everywhere. Nobody tells them who they are: what is on the device counts as theirs. */
export default function SuspendedScreen() {
  const [askToSignOut, question] = useSignOut();
  return (
    <>
      <meta name="robots" content="noindex" />
      <Suspension onSignOut={askToSignOut} />
      {question}
    </>
  );
}
