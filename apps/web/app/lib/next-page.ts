import { useEffect, useEffectEvent, useState } from 'react';

/** As much of an infinite query as it takes. */
type Pages = {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/**
 * Answers the function that asks for the page after those loaded, and keeps asking until it is there or has failed: a
 * list that is read anew meanwhile, as when the live connection opens, drops the call for its next page.
 */
export const useNextPage = (list: Pages): (() => void) => {
  const loaded = list.data?.pages.length ?? 0;
  const [wantedAfter, setWantedAfter] = useState<number | null>(null);
  const isMissing = wantedAfter === loaded && list.hasNextPage && !list.isFetching && !list.isFetchNextPageError;
  const fetchNext = useEffectEvent(() => void list.fetchNextPage());
  useEffect(() => {
    if (isMissing) fetchNext();
  }, [isMissing]);
  return () => {
    setWantedAfter(loaded);
    if (list.isFetchNextPageError && !list.isFetching) void list.fetchNextPage();
  };
};
