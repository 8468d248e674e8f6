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
import { findFocusPlace } from '../lib/screen.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { showToast } from './toast-store.ts';

/** What is known where a part could not be shown. */
export type PartFailure = {
  /** How often it has failed. The code of an older build is gone for good: from the second time on, only a reload helps. */
  count: number;
  isTrying: boolean;
  /** Asks for the code again; the failure stays in view until the part is there. */
  tryAgain: () => void;
};

type LazyComponentOptions<Props> = {
  /** What stands in the part's place when it could not be loaded: words and "Try again" unless told. */
  failed?: (failure: PartFailure, props: Props) => ReactNode;
};

type Code<Props> = { default: ComponentType<Props> };

/** The code of a part, for who waits for it before drawing it. */
export type LazyPart = {
  preload: () => void;
  isLoaded: () => boolean;
  /** Resolves to 0 when the code is there, else to how often it could not be had so far. */
  fetch: () => Promise<number>;
};

/** A part, and what fetches its code before it is drawn. */
function makePart<Props extends object>(
  load: () => Promise<Code<Props>>,
  {
    fetch = importWithRetry,
    failed = (failure) => <FailedPart failure={failure} />,
  }: LazyComponentOptions<Props> & {
    /** How the code is fetched by whoever draws the part. */
    fetch?: typeof importWithRetry;
  },
) {
  let loaded: Code<Props> | undefined;
  const keep = (code: Code<Props>) => (loaded = code);
  const preload = async () => {
    // Asking again looks through the whole page for what it has asked for, and is asked with each touch of a button.
    if (loaded) return;
    try {
      keep(await load());
    } catch {
      // Whoever shows the part asks again.
    }
  };
  let failures = 0;
  const fetchBefore = async () => {
    try {
      keep(loaded ?? (await importWithRetry(load)));
      return 0;
    } catch {
      failures += 1;
      return failures;
    }
  };
  const begin = (): Promise<Code<Props>> => {
    const code = loaded;
    if (!code) return fetch(load).then(keep);
    // A promise answers later even when the code is here, and React shows what stands in for 300 ms at least.
    // oxlint-disable-next-line unicorn/no-thenable -- React alone reads it, and takes an answer that comes at once
    return { then: (resolve: (code: Code<Props>) => void) => resolve(code) } as Promise<Code<Props>>;
  };
  let Loaded = lazy(begin);
  const renew = () => {
    // React keeps a rejected part rejected: asking again takes a new one.
    if (!loaded) Loaded = lazy(begin);
  };
  const Part = (props: Props) => {
    // Where the server draws a page, what stands in for the part is drawn (`Suspense`): its code comes in the browser.
    if (import.meta.env.SSR) throw new Error('This part is not drawn by the server.');
    return (
      <PartBoundary
        onTryAgain={renew}
        renderPart={() => <Loaded {...props} />}
        renderFailure={(failure) => failed(failure, props)}
      />
    );
  };
  return { Part, preload, isLoaded: () => loaded !== undefined, fetch: fetchBefore };
}

/**
 * A component whose code is fetched with its first use. What cannot be fetched, or fails while it is drawn, breaks its
 * own corner and not the screen around it. Stands within a `Suspense`.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<Code<Props>>,
  options: LazyComponentOptions<Props> = {},
): ComponentType<Props> & LazyPart {
  const { Part, preload, ...code } = makePart(load, options);
  return Object.assign(Part, { ...code, preload: () => void preload() });
}

/** In the place of a part that nobody misses enough to ask for it: it is asked for when the line or the reader is back. */
function AskedAgain({ failure: { tryAgain }, children }: { failure: PartFailure; children: ReactNode }) {
  useEffect(() => {
    const ask = () => {
      if (!document.hidden) tryAgain();
    };
    window.addEventListener('online', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      window.removeEventListener('online', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [tryAgain]);
  return children;
}

type LaterComponentOptions<Props> = {
  /** What stands in its place before: nothing unless told. */
  meanwhile?: (props: Props) => ReactNode;
  /** Whether words and "Try again" take its place when it cannot be loaded; else what stood there before stays. */
  saysFailure?: boolean;
};

/**
 * A component beside the screen or at work behind it: its code is fetched after what the member came for, and each is drawn
 * when its own is there. A `Suspense` alone would show all such parts at once, 300 ms later.
 */
export function laterComponent<Props extends object>(
  load: () => Promise<Code<Props>>,
  { meanwhile = () => null, saysFailure = false }: LaterComponentOptions<Props> = {},
): ComponentType<Props> {
  const { Part, preload } = makePart<Props>(
    load,
    saysFailure
      ? {}
      : {
          fetch: importAfterFirstScreen,
          failed: (failure, props) => <AskedAgain failure={failure}>{meanwhile(props)}</AskedAgain>,
        },
  );
  let isHere = false;
  const come = async () => {
    await importAfterFirstScreen(preload);
    isHere = true;
  };
  let coming: Promise<void> | undefined;
  return function LaterPart(props: Props) {
    const [isShown, setIsShown] = useState(isHere);
    useEffect(() => {
      if (!isShown) void (coming ??= come()).then(() => setIsShown(true));
    }, [isShown]);
    if (!isShown) return meanwhile(props);
    return (
      <Suspense fallback={meanwhile(props)}>
        <Part {...props} />
      </Suspense>
    );
  };
}

type PartBoundaryProps = {
  onTryAgain: () => void;
  renderPart: () => ReactNode;
  renderFailure: (failure: PartFailure) => ReactNode;
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
    // Opened anew later, the part is asked for anew.
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

/** The one way on from a part that is missing. Where it comes after all, the keyboard's place is at its beginning. */
export function TryPartAgain({ failure: { count, isTrying, tryAgain } }: { failure: PartFailure }) {
  const place = useRef<{ around: Element | null; wasFocused: boolean }>({ around: null, wasFocused: false });
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Failing again draws the corner anew: whoever pressed the button before finds the keyboard's place on this one.
    if (count > 1 && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [count]);
  useEffect(
    () => () => {
      const { around, wasFocused } = place.current;
      if (!wasFocused) return;
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const beginning = around?.querySelector<HTMLElement>('[tabindex="-1"]') ?? findFocusPlace();
        beginning?.focus({ preventScroll: true });
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
        place.current = {
          around: currentTarget.closest('[data-failed-part]')?.parentElement ?? null,
          wasFocused: true,
        };
        tryAgain();
      }}
    >
      Try again
    </Button>
  );
}

function FailedPart({ failure }: { failure: PartFailure }) {
  return (
    <div data-failed-part className="mt-3">
      <Banner tone="danger" isAlert action={<TryPartAgain failure={failure} />}>
        This part could not be loaded. Nothing you wrote is lost.
      </Banner>
    </div>
  );
}

export const sayNotOpened = (count: number) =>
  showToast({
    title: 'Error',
    description:
      count > 1
        ? 'This could not be opened. Reloading the page often helps, especially after an update.'
        : 'This could not be opened. Please try again.',
    variant: 'destructive',
  });
