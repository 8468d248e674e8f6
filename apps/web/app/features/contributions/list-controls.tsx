import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { showFailure } from '../../lib/api-error.ts';
import type { Identified, ListCache } from '../../lib/list-cache.ts';
import { formatCount } from '../../lib/locale.ts';
import { ArrivalsPill } from '../../ui/arrivals-pill.tsx';
import { Button } from '../../ui/button.tsx';

type ArrivalsButtonProps<Item extends Summary, Filter extends string | number, Summary extends Identified> = {
  lists: ListCache<Item, Filter, Summary>;
  filter: Filter;
  viewerId: string;
  /** Returns, for example, "3 new wins". */
  countText: (count: number) => string;
  failedText: string;
  /** Moves the focus to the top of the list, which now contains the new items. */
  onLoaded: () => void;
};

/** A button that adds new items of other members to a list. */
export function ArrivalsButton<Item extends Summary, Filter extends string | number, Summary extends Identified>(
  props: ArrivalsButtonProps<Item, Filter, Summary>,
) {
  const { lists, filter, viewerId, countText, failedText, onLoaded } = props;
  const { data: list } = useInfiniteQuery({ ...lists.query(filter), enabled: false });
  const { data: arrivals } = useQuery(lists.arrivalsQuery);
  const queryClient = useQueryClient();
  const load = useMutation({
    mutationFn: () => lists.loadNewest(queryClient, filter, viewerId),
    onSuccess: onLoaded,
    onError: (error) => showFailure(error, failedText),
  });
  return (
    <ArrivalsPill
      count={lists.countArrivals(list, arrivals, filter)}
      countText={countText}
      isPending={load.isPending}
      onLoad={() => load.mutate()}
    />
  );
}

type CountButtonProps = ComponentProps<'button'> & {
  icon: ReactNode;
  label: string;
  /** Label, count and item, for example "Cheer 3 cheers, win by Ana: A walk". */
  'aria-label': string;
  count: number;
};

/** A button below an item that shows a count, for example of its likes. */
export function CountButton({ icon, label, count, ...rest }: CountButtonProps) {
  return (
    <Button variant="quiet" size="small" {...rest}>
      {icon}
      {label} {count > 0 && <span className="tabular-nums">{formatCount(count)}</span>}
    </Button>
  );
}
