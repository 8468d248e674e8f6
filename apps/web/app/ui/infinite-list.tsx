import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useIsHydrated } from '../lib/hydration.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { moveLostFocus } from './focus.tsx';
import { Spinner } from './loading.tsx';

/** The fields of an infinite query that the list uses. */
type PagedQuery = {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<PagedQuery>;
};

/**
 * Loads the next page, and retries if a refetch replaced the request. A refetch, for example after a reconnect, cancels
 * the pending page, and `fetchNextPage` then resolves without it.
 */
async function loadNextPage(list: PagedQuery): Promise<void> {
  const loaded = list.data?.pages.length;
  const result = await list.fetchNextPage({ cancelRefetch: false });
  const isMissing = result.hasNextPage && !result.isFetchNextPageError && result.data?.pages.length === loaded;
  if (isMissing) await loadNextPage(result);
}

type EndProps = {
  /** Button label, also while loading unless `busyLabel` is set. */
  label: string;
  busyLabel?: string;
  /** Button label after a failure, and the text above it. */
  failedLabel?: string;
  failedText?: string;
  /** Loads automatically when the end is this many pixels away. */
  autoLoadPixels?: number;
  variant?: 'secondary' | 'quiet';
  className?: string;
};

type LoadMoreProps = EndProps & { list: PagedQuery };

/**
 * The end of a paginated list: loads more when the button is pressed or, with `autoLoadPixels`, when the end is near.
 */
export function LoadMore({ list, ...end }: LoadMoreProps) {
  const [wasPressed, setWasPressed] = useState(false);
  // The server renders the first items only.
  const isHydrated = useIsHydrated();
  if (!list.hasNextPage || !isHydrated) return null;
  return (
    <ListEnd
      {...end}
      // Remounted after each page: if new items pushed the same element down, it would count as a layout shift.
      key={list.data?.pages.length}
      isFetching={list.isFetchingNextPage}
      isFailed={list.isFetchNextPageError}
      takesFocus={wasPressed}
      onLoad={(isPressed) => {
        setWasPressed(isPressed);
        void loadNextPage(list);
      }}
    />
  );
}

type ListEndProps = EndProps & {
  isFetching: boolean;
  isFailed: boolean;
  /** The user pressed this button for the previous page, so the new one gets the focus if nothing else has it. */
  takesFocus?: boolean;
  onLoad: (isPressed: boolean) => void;
};

/**
 * One end of a list, for lists that manage their own pages. Remount it for each page. After a failure it waits for a
 * press.
 */
export function ListEnd(props: ListEndProps) {
  const {
    label,
    busyLabel = label,
    failedLabel = 'Try again',
    failedText,
    autoLoadPixels,
    variant = 'secondary',
  } = props;
  const { className, isFetching, isFailed, takesFocus = false, onLoad } = props;
  const ref = useRef<HTMLButtonElement>(null);
  const [isNear, setIsNear] = useState(false);
  // A refetch clears the query's error, and the failed page would load automatically again and again. So the error is
  // kept here until the button is pressed.
  const [hasFailed, setHasFailed] = useState(false);
  const [endedInFailure, setEndedInFailure] = useState(false);
  if (endedInFailure !== (isFailed && !isFetching)) {
    setEndedInFailure(!endedInFailure);
    if (!endedInFailure) setHasFailed(true);
  }
  const showsFailure = isFailed || hasFailed;
  const load = useEffectEvent(() => onLoad(false));
  const shouldLoad = isNear && !isFetching && !showsFailure;
  useEffect(() => {
    if (shouldLoad) load();
  }, [shouldLoad]);
  // In a layout effect, before a key press can reach the body.
  useLayoutEffect(() => {
    if (takesFocus) moveLostFocus(ref.current);
  }, [takesFocus]);
  const press = () => {
    setHasFailed(false);
    onLoad(true);
  };
  return (
    <div className={classNames('flex flex-col items-center gap-2', className)}>
      {autoLoadPixels !== undefined && (
        <NearEdge pixels={autoLoadPixels} isObserving={!isFetching} onChange={setIsNear} />
      )}
      {showsFailure && failedText !== undefined && <p className="text-sm text-muted">{failedText}</p>}
      {/* Not disabled while loading: a disabled button loses the focus. */}
      <Button
        ref={ref}
        {...(variant === 'quiet' ? { variant, size: 'small' } : { variant })}
        aria-busy={isFetching}
        onClick={isFetching ? undefined : press}
      >
        {isFetching && <Spinner />}
        {isFetching ? busyLabel : showsFailure ? failedLabel : label}
      </Button>
    </div>
  );
}

type NearEdgeProps = { pixels: number; isObserving: boolean; onChange: (isNear: boolean) => void };

/** Reports whether it is near the visible area. Observes again after each page, because the page moves it. */
function NearEdge({ pixels, isObserving, onChange }: NearEdgeProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || !isObserving) return undefined;
    const observer = new IntersectionObserver(
      // The browser may report several changes at once. The last one counts.
      (entries) => onChange(entries.at(-1)?.isIntersecting ?? false),
      // A root margin works inside a scroller only if that scroller is the root.
      { root: element.closest('[data-scroller]'), rootMargin: `${pixels}px 0px` },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      onChange(false);
    };
  }, [pixels, isObserving, onChange]);
  return <div ref={ref} />;
}
