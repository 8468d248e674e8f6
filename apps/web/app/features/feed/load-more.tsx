import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** Reports when the end of the feed comes within reach. */
const FeedEnd = ({ onNear }: { onNear: () => void }) => {
  const ref = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent(onNear);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) reach();
      },
      { rootMargin: '1200px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return <div ref={ref} />;
};

type LoadMoreProps = {
  isFetching: boolean;
  isFailed: boolean;
  /** The page before was asked for with this button: whoever pressed it finds the keyboard's place here. */
  takesFocus: boolean;
  onLoad: (isPressed: boolean) => void;
};

/** Mounted anew below each page: the same element pushed down by the new posts would count as a layout shift. */
export const LoadMore = ({ isFetching, isFailed, takesFocus, onLoad }: LoadMoreProps) => {
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) ref.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <div className="flex flex-col items-center gap-2 py-2">
      <FeedEnd
        onNear={() => {
          if (!isFetching && !isFailed) onLoad(false);
        }}
      />
      {isFailed && <p className="text-sm text-muted">More posts could not be loaded.</p>}
      {/* Not disabled while loading: a disabled button would lose the keyboard's place. */}
      <Button
        ref={ref}
        variant="secondary"
        aria-busy={isFetching}
        onClick={isFetching ? undefined : () => onLoad(true)}
      >
        {isFetching && <Spinner />}
        {isFetching ? 'Loading...' : isFailed ? 'Try again' : 'Load more'}
      </Button>
    </div>
  );
};
