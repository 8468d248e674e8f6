import { type ComponentType, Suspense } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { lazyComponent, RetryLoadButton } from '../ui/lazy-component.tsx';
import { Spinner } from '../ui/loading.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { SimpleFrame } from './simple-frame.tsx';

type RouteOfBuild = { module: string; path?: string; index?: boolean };

/**
 * Replaces the module of a screen that could not be loaded: retries, and shows the failure if that does not help. The
 * frame around it stays. If the frame itself is missing, a simple one is used.
 */
export function retryScreen({ module, path, index }: RouteOfBuild): {
  default: ComponentType;
  clientLoader: () => null;
} {
  const isFrame = path === undefined && index !== true;
  const Screen = lazyComponent(() => import(/* @vite-ignore */ module) as Promise<{ default: ComponentType }>, {
    failed: (failure) => (
      <div data-failed-part role="alert" className="py-8">
        <PageTitle>Not loaded</PageTitle>
        <EmptyState
          headingLevel="h1"
          picture="offline"
          title="This screen could not be loaded"
          text="The problem may be your connection, or a new version has just arrived. What you wrote is saved on this device."
          action={<RetryLoadButton failure={failure} />}
        />
      </div>
    ),
  });
  const inFrame = (
    <Suspense fallback={<Waiting />}>
      <Screen />
    </Suspense>
  );
  return {
    default: () => (isFrame ? <SimpleFrame>{inFrame}</SimpleFrame> : inFrame),
    // The screen reads its data after it has mounted.
    clientLoader: () => null,
  };
}

const Waiting = () => (
  <div className="flex min-h-[50dvh] items-center justify-center">
    <Spinner size="large" label="Loading" />
  </div>
);
