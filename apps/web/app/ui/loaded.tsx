import { type ReactNode, useRef, useState } from 'react';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { EmptyState } from './empty-state.tsx';
import { useFocusRestored } from './focus.tsx';

/** The fields of a query that `Loaded` uses. */
type Query<Data> = {
  data: Data | undefined;
  isError: boolean;
  /** Undefined for a query that does not retry itself. */
  errorUpdateCount?: number;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

/** Message when loading fails: in its own card, in a banner, as centered text, or as one line. */
type Failure =
  | { variant: 'card'; title: string; text?: string; headingLevel?: 'h1' | 'h2' }
  | { variant: 'banner' | 'text' | 'line'; text: string; className?: string };

type LoadedProps<Data> = {
  query: Query<Data>;
  loading: ReactNode;
  failure: Failure;
  children: (data: Data) => ReactNode;
};

/** Renders the data of a query, its loading state, or a failure with "Try again". */
export function Loaded<Data>({ query, loading, failure, children }: LoadedProps<Data>) {
  const { data, isError, errorUpdateCount = 0 } = query;
  const [hasFailed, setHasFailed] = useState(false);
  if (hasFailed !== (data === undefined && (isError || (hasFailed && errorUpdateCount > 0)))) setHasFailed(!hasFailed);
  if (data !== undefined) return children(data);
  // A retry clears the query's error. The message with its button stays until the retry ends.
  if (!isError && !hasFailed) return loading;
  return <LoadFailure {...failure} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
}

/** The failure message, for data that does not come from a single query. */
export function LoadFailure({
  isRetrying = false,
  onRetry,
  ...failure
}: Failure & { isRetrying?: boolean; onRetry: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  // The content that replaces the message gets the focus of its button.
  useFocusRestored(ref, regionAround);
  return (
    <div ref={ref} className="contents">
      <FailureMessage {...failure} isRetrying={isRetrying} onRetry={onRetry} />
    </div>
  );
}

const regionAround = (message: HTMLElement) => message.parentElement?.closest<HTMLElement>('[tabindex="-1"]');

function FailureMessage({ isRetrying, onRetry, ...failure }: Failure & { isRetrying: boolean; onRetry: () => void }) {
  const button = (kind: 'primary' | 'secondary' | 'quiet', className?: string) => (
    <Button
      variant={kind}
      size={kind === 'primary' ? 'medium' : 'small'}
      className={className}
      isPending={isRetrying}
      onClick={onRetry}
    >
      Try again
    </Button>
  );
  switch (failure.variant) {
    case 'card':
      return (
        <Card role="alert">
          <EmptyState
            headingLevel={failure.headingLevel ?? 'h2'}
            picture="offline"
            title={failure.title}
            text={failure.text ?? 'Nothing is lost. Please check your connection and try again.'}
            action={button('primary')}
          />
        </Card>
      );
    case 'banner':
      return (
        <div className={failure.className}>
          <Banner tone="danger" isAlert action={button('secondary')}>
            {failure.text}
          </Banner>
        </div>
      );
    case 'text':
      return (
        <div
          role="alert"
          className="flex flex-1 flex-col items-center justify-center gap-3 px-4 py-8 text-center text-sm text-muted"
        >
          <p>{failure.text}</p>
          {button('secondary')}
        </div>
      );
    case 'line':
      return (
        <p className="mt-3 flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
          {failure.text}
          {button('quiet', '-me-3 text-primary')}
        </p>
      );
  }
}
