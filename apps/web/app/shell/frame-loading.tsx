import { Spinner } from '../ui/spinner.tsx';
import { SimpleFrame } from './simple-frame.tsx';

/** While it is not known yet who is here. Help is in its place from the first moment. */
export function FrameLoading() {
  return (
    <SimpleFrame>
      <div className="flex min-h-[60dvh] items-center justify-center">
        <Spinner size="large" label="Loading" />
      </div>
    </SimpleFrame>
  );
}
