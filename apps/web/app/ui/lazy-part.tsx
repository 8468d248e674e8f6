import { Component, type ComponentType, lazy, type ReactNode, startTransition, Suspense } from 'react';
import { importWithRetry } from '../lib/lazy.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { findFocusTarget, moveLostFocus } from './focus.tsx';

const browserOnlyDigest = 'browser-only';

/** Leaves a component out of the server's HTML: React renders the `Suspense` fallback, and the browser the component. */
class BrowserOnlyError extends Error {
  readonly digest = browserOnlyDigest;

  constructor() {
    super('This component is rendered in the browser only.');
  }
}

/** Whether an error means that a component is rendered in the browser only. The browser knows only its digest. */
export const isBrowserOnlyError = (error: unknown): error is { digest: string } =>
  error instanceof Error && 'digest' in error && error.digest === browserOnlyDigest;

function BrowserOnly({ children }: { children: ReactNode }) {
  if (import.meta.env.SSR) throw new BrowserOnlyError();
  return children;
}

type LazyPartOptions<Props> = {
  /** Rendered by the server, and while the code loads. Default: nothing. */
  fallback?: (props: Props) => ReactNode;
  /** Rendered if loading or rendering fails. Default: a message with a "Try again" button. */
  failed?: (props: Props) => ReactNode;
};

/** A component whose code loads on first use. */
export type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the code. Resolves to false if that fails. */
  preload: () => Promise<boolean>;
};

/** Creates a component whose code loads on first use. If loading or rendering fails, only this component is replaced. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { fallback = () => null, failed }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  let code: ReturnType<typeof load> | undefined;
  let Loaded: ComponentType<Props>;
  const fetchCode = () =>
    (code ??= importWithRetry(load).catch((error: unknown) => {
      code = undefined;
      // React caches a rejected lazy component, so the next attempt needs a new one.
      Loaded = lazy(fetchCode);
      throw error;
    }));
  Loaded = lazy(fetchCode);
  const preload = () =>
    fetchCode().then(
      () => true,
      () => false,
    );
  const Part = (props: Props) => (
    <PartBoundary
      preload={preload}
      failure={failed?.(props)}
      renderPart={() => (
        <Suspense fallback={fallback(props)}>
          <BrowserOnly>
            <Loaded {...props} />
          </BrowserOnly>
        </Suspense>
      )}
    />
  );
  return Object.assign(Part, { preload });
}

type PartBoundaryProps = { preload: () => Promise<boolean>; failure: ReactNode; renderPart: () => ReactNode };
type PartBoundaryState = { hasFailed: boolean; isRetrying: boolean; retries: number };

/** Replaces a part that failed by a message. After an update the old code is gone, so a retry that fails offers a reload. */
class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state = { hasFailed: false, isRetrying: false, retries: 0 };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  /** The message stays until the code is loaded. Then the focus moves from the button to the start of the part. */
  async retry(button: HTMLElement) {
    const container = button.closest('[data-failed-part]')?.parentElement;
    this.setState({ isRetrying: true });
    const hasFailed = !(await this.props.preload());
    const moveFocus = () =>
      requestAnimationFrame(() => {
        if (!hasFailed) moveLostFocus(container?.querySelector<HTMLElement>('[tabindex="-1"]') ?? findFocusTarget());
      });
    startTransition(() =>
      this.setState(({ retries }) => ({ hasFailed, isRetrying: false, retries: retries + 1 }), moveFocus),
    );
  }

  override render() {
    const { hasFailed, isRetrying, retries } = this.state;
    const { failure, renderPart } = this.props;
    if (!hasFailed) return renderPart();
    if (failure !== undefined) return failure;
    const button =
      retries > 0 && !isRetrying ? (
        <Button variant="secondary" size="small" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      ) : (
        <Button
          variant="secondary"
          size="small"
          isPending={isRetrying}
          onClick={({ currentTarget }) => void this.retry(currentTarget)}
        >
          Try again
        </Button>
      );
    return (
      <div data-failed-part className="mt-3">
        <Banner tone="danger" isAlert action={button}>
          This part could not be loaded. Nothing you wrote is lost.
        </Banner>
      </div>
    );
  }
}
