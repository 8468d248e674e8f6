import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  startTransition,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { importAfterFirstScreen, importWithRetry } from '../lib/lazy.ts';
import { findFocusTarget } from '../lib/screen.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { showToast } from './toast-store.ts';

/** State of a component whose code could not be loaded. */
export type LazyLoadFailure = {
  /**
   * Number of failures. After an update the old code is gone for good, so from the second failure only a reload helps.
   */
  count: number;
  isTrying: boolean;
  /** Loads the code again. The failure stays visible until the component is ready. */
  tryAgain: () => void;
};

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

type LazyComponentOptions<Props> = {
  /** Rendered when loading fails. Default: a message with a "Try again" button. */
  failed?: (failure: LazyLoadFailure, props: Props) => ReactNode;
};

type Code<Props> = { default: ComponentType<Props> };

/** The code of a lazy component, for callers that wait for it before they render it. */
export type LazyCode = {
  preload: () => void;
  isLoaded: () => boolean;
  /** Resolves to 0 when the code is loaded, or else to the number of failures so far. */
  fetch: () => Promise<number>;
};

/** Creates a lazy component and the functions that load its code in advance. */
function createLazyPart<Props extends object>(
  load: () => Promise<Code<Props>>,
  {
    fetch = importWithRetry,
    failed = (failure) => <LoadFailedBanner failure={failure} />,
  }: LazyComponentOptions<Props> & {
    /** Loads the code when the component is rendered. */
    fetch?: typeof importWithRetry;
  },
) {
  let loaded: Code<Props> | undefined;
  const storeCode = (code: Code<Props>) => (loaded = code);
  const preload = async () => {
    // `import` would search the page for its preload links again, on each hover.
    if (loaded) return;
    try {
      storeCode(await load());
    } catch {
      // Rendering retries.
    }
  };
  let failures = 0;
  const fetchCode = async () => {
    try {
      storeCode(loaded ?? (await importWithRetry(load)));
      return 0;
    } catch {
      failures += 1;
      return failures;
    }
  };
  const loadLazily = (): Promise<Code<Props>> => {
    const code = loaded;
    if (!code) return fetch(load).then(storeCode);
    // React shows the fallback for at least 300 ms even if a promise is already resolved.
    // oxlint-disable-next-line unicorn/no-thenable -- only React reads it, and it accepts a synchronous result
    return { then: (resolve: (code: Code<Props>) => void) => resolve(code) } as Promise<Code<Props>>;
  };
  let Loaded = lazy(loadLazily);
  const resetLazy = () => {
    // React caches a rejected lazy component, so a retry needs a new one.
    if (!loaded) Loaded = lazy(loadLazily);
  };
  const Part = (props: Props) => {
    // The server renders the `Suspense` fallback. The browser loads the code.
    if (import.meta.env.SSR) throw new BrowserOnlyError();
    return (
      <PartBoundary
        onTryAgain={resetLazy}
        renderPart={() => <Loaded {...props} />}
        renderFailure={(failure) => failed(failure, props)}
      />
    );
  };
  return { Part, preload, isLoaded: () => loaded !== undefined, fetch: fetchCode };
}

/**
 * A component whose code loads on first use. A loading or rendering failure replaces only this component. Must be
 * rendered inside `Suspense`.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<Code<Props>>,
  options: LazyComponentOptions<Props> = {},
): ComponentType<Props> & LazyCode {
  const { Part, preload, ...code } = createLazyPart(load, options);
  return Object.assign(Part, { ...code, preload: () => void preload() });
}

/** Stays in place of a component that nobody waits for, and retries when the user or the connection returns. */
function RetryOnReturn({ failure: { tryAgain }, children }: { failure: LazyLoadFailure; children: ReactNode }) {
  useEffect(() => {
    const retryIfVisible = () => {
      if (!document.hidden) tryAgain();
    };
    window.addEventListener('online', retryIfVisible);
    document.addEventListener('visibilitychange', retryIfVisible);
    return () => {
      window.removeEventListener('online', retryIfVisible);
      document.removeEventListener('visibilitychange', retryIfVisible);
    };
  }, [tryAgain]);
  return children;
}

type DeferredComponentOptions<Props> = {
  /** Rendered until the component is ready. Default: nothing. */
  placeholder?: (props: Props) => ReactNode;
  /** Whether a failure shows a message with "Try again". Otherwise the placeholder stays. */
  showsFailure?: boolean;
};

/**
 * A component whose code loads after the first screen, because it is secondary or invisible. Each one appears as soon
 * as its own code is ready. With `Suspense` alone they would all appear together, 300 ms later.
 */
export function deferredComponent<Props extends object>(
  load: () => Promise<Code<Props>>,
  { placeholder = () => null, showsFailure = false }: DeferredComponentOptions<Props> = {},
): ComponentType<Props> {
  const { Part, preload } = createLazyPart<Props>(
    load,
    showsFailure
      ? {}
      : {
          fetch: importAfterFirstScreen,
          failed: (failure, props) => <RetryOnReturn failure={failure}>{placeholder(props)}</RetryOnReturn>,
        },
  );
  let isReady = false;
  const loadDeferred = async () => {
    await importAfterFirstScreen(preload);
    isReady = true;
  };
  let pendingLoad: Promise<void> | undefined;
  return function DeferredPart(props: Props) {
    const [isShown, setIsShown] = useState(isReady);
    useEffect(() => {
      if (!isShown) void (pendingLoad ??= loadDeferred()).then(() => setIsShown(true));
    }, [isShown]);
    if (!isShown) return placeholder(props);
    return (
      <Suspense fallback={placeholder(props)}>
        <Part {...props} />
      </Suspense>
    );
  };
}

type PartBoundaryProps = {
  onTryAgain: () => void;
  renderPart: () => ReactNode;
  renderFailure: (failure: LazyLoadFailure) => ReactNode;
};

class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean; isTrying: boolean; count: number }> {
  override state = { hasFailed: false, isTrying: false, count: 0 };

  static getDerivedStateFromError() {
    return { hasFailed: true, isTrying: false };
  }

  override componentDidCatch() {
    this.setState(({ count }) => ({ count: count + 1 }));
  }

  override componentWillUnmount() {
    // The next mount loads the code again.
    if (this.state.hasFailed) this.props.onTryAgain();
  }

  tryAgain = () => {
    this.props.onTryAgain();
    this.setState({ isTrying: true });
    startTransition(() => this.setState({ hasFailed: false, isTrying: false }));
  };

  override render() {
    const { hasFailed, isTrying, count } = this.state;
    return hasFailed ? this.props.renderFailure({ count, isTrying, tryAgain: this.tryAgain }) : this.props.renderPart();
  }
}

/**
 * The retry button of a component that failed to load. After success, the focus moves to the start of the component.
 */
export function RetryLoadButton({ failure: { count, isTrying, tryAgain } }: { failure: LazyLoadFailure }) {
  const retryFocus = useRef<{ container: Element | null; wasFocused: boolean }>({ container: null, wasFocused: false });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // A new failure remounts the button, so it takes the focus back.
    if (count > 1 && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [count]);
  useEffect(
    () => () => {
      const { container, wasFocused } = retryFocus.current;
      if (!wasFocused) return;
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const focusTarget = container?.querySelector<HTMLElement>('[tabindex="-1"]') ?? findFocusTarget();
        focusTarget?.focus({ preventScroll: true });
      });
    },
    [],
  );
  if (count > 1 && !isTrying) {
    return (
      <Button ref={button} variant="secondary" size="small" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    );
  }
  return (
    <Button
      variant="secondary"
      size="small"
      isPending={isTrying}
      onClick={({ currentTarget }) => {
        retryFocus.current = {
          container: currentTarget.closest('[data-failed-part]')?.parentElement ?? null,
          wasFocused: true,
        };
        tryAgain();
      }}
    >
      Try again
    </Button>
  );
}

function LoadFailedBanner({ failure }: { failure: LazyLoadFailure }) {
  return (
    <div data-failed-part className="mt-3">
      <Banner tone="danger" isAlert action={<RetryLoadButton failure={failure} />}>
        This part could not be loaded. Nothing you wrote is lost.
      </Banner>
    </div>
  );
}

export const showOpenFailure = (count: number) =>
  showToast({
    title: 'Error',
    description:
      count > 1
        ? 'This could not be opened. Reloading the page often helps, especially after an update.'
        : 'This could not be opened. Please try again.',
    variant: 'destructive',
  });
