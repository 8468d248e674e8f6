import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Spinner } from './loading.tsx';

/** As much of an infinite query as it takes. */
type PagedQuery = {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<PagedQuery>;
};

/**
 * Asks for the page after those loaded until it is there or has failed. A list that is read anew, as when the live
 * connection opens, answers a call for its next page without it, and drops the one that is on its way.
 */
async function loadNextPage(list: PagedQuery): Promise<void> {
  const loaded = list.data?.pages.length;
  const answer = await list.fetchNextPage({ cancelRefetch: false });
  const isMissing = answer.hasNextPage && !answer.isFetchNextPageError && answer.data?.pages.length === loaded;
  if (isMissing) await loadNextPage(answer);
}

type EndProps = {
  /** What the button says, also while it loads unless `busyLabel` says something else. */
  label: string;
  busyLabel?: string;
  /** What it says after a failure, and what stands above it then. */
  failedLabel?: string;
  failedText?: string;
  /** Loads by itself when the end is so many pixels away. */
  autoLoadPixels?: number;
  variant?: 'secondary' | 'quiet';
  className?: string;
};

type LoadMoreProps = EndProps & { list: PagedQuery };

/** The end of a list that has more: loads when it is neared, where that is wanted, and when its button is pressed. */
export function LoadMore({ list, ...end }: LoadMoreProps) {
  const [wasPressed, setWasPressed] = useState(false);
  if (!list.hasNextPage) return null;
  return (
    <ListEnd
      {...end}
      // Mounted anew below each page: the same element pushed down by the new items would count as a layout shift.
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
  /** The page before was asked for with this button: whoever pressed it, and did not go on, finds the keyboard's place here. */
  takesFocus?: boolean;
  onLoad: (isPressed: boolean) => void;
};

/** One end of a list, for lists that keep their own pages; below them mounted anew for each. What failed waits to be pressed. */
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
  // A list that is read anew, or changed, says no more that its next page had failed: it would be asked for each time. While
  // that page is asked for again, its query still says so.
  const [hasFailed, setHasFailed] = useState(false);
  const [endedInFailure, setEndedInFailure] = useState(false);
  if (endedInFailure !== (isFailed && !isFetching)) {
    setEndedInFailure(!endedInFailure);
    if (!endedInFailure) setHasFailed(true);
  }
  const showsFailure = isFailed || hasFailed;
  const load = useEffectEvent(() => onLoad(false));
  // Whichever comes last: that it is near, or that it may load.
  const isWanted = isNear && !isFetching && !showsFailure;
  useEffect(() => {
    if (isWanted) load();
  }, [isWanted]);
  // Before anything is typed into nothing.
  useLayoutEffect(() => {
    if (takesFocus && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const press = () => {
    setHasFailed(false);
    onLoad(true);
  };
  return (
    <div className={classNames('flex flex-col items-center gap-2', className)}>
      {autoLoadPixels !== undefined && <NearEdge pixels={autoLoadPixels} isAsked={!isFetching} onChange={setIsNear} />}
      {showsFailure && failedText !== undefined && <p className="text-sm text-muted">{failedText}</p>}
      {/* Not disabled while loading: a disabled button would lose the keyboard's place. */}
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

type NearEdgeProps = { pixels: number; isAsked: boolean; onChange: (isNear: boolean) => void };

/** Reports whether it is within reach of what is in sight: anew after each page, which takes it elsewhere. */
function NearEdge({ pixels, isAsked, onChange }: NearEdgeProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || !isAsked) return undefined;
    const observer = new IntersectionObserver(
      // A busy browser tells of several moments at once, the latest last.
      (entries) => onChange(entries.at(-1)?.isIntersecting ?? false),
      // A margin reaches into a scrolled element only when that is the root.
      { root: element.closest('[data-scroller]'), rootMargin: `${pixels}px 0px` },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      onChange(false);
    };
  }, [pixels, isAsked, onChange]);
  return <div ref={ref} />;
}
