import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { showFailure } from '../../lib/api-error.ts';
import type { Identified, ListCache } from '../../lib/list-cache.ts';
import { formatCount, plural } from '../../lib/locale.ts';
import { ArrivalsPill } from '../../ui/arrivals-pill.tsx';
import { Button } from '../../ui/button.tsx';

type ArrivalsButtonProps<Item extends Summary, Filter extends string | number, Summary extends Identified> = {
  lists: ListCache<Item, Filter, Summary>;
  filter: Filter;
  viewerId: string;
  /** For example "new win" and "new wins". */
  nouns: { one: string; other: string };
  /** Moves the focus to the top of the list, which now contains the new items. */
  onLoaded: () => void;
};

/** A button that adds new items of other members to a list. */
export function ArrivalsButton<Item extends Summary, Filter extends string | number, Summary extends Identified>(
  props: ArrivalsButtonProps<Item, Filter, Summary>,
) {
  const { lists, filter, viewerId, nouns, onLoaded } = props;
  const { data: list } = useInfiniteQuery({ ...lists.query(filter), enabled: false });
  const { data: arrivals } = useQuery(lists.arrivalsQuery);
  const queryClient = useQueryClient();
  const load = useMutation({
    mutationFn: () => lists.loadNewest(queryClient, filter, viewerId),
    onSuccess: onLoaded,
    onError: (error) => showFailure(error, `Failed to load ${nouns.other}. Please try again.`),
  });
  return (
    <ArrivalsPill
      count={lists.countArrivals(list, arrivals, filter)}
      nouns={nouns}
      isPending={load.isPending}
      onLoad={() => load.mutate()}
    />
  );
}

type CountButtonProps = ComponentProps<'button'> & {
  icon: ReactNode;
  label: string;
  /** For example "cheer" and "cheers". */
  nouns: { one: string; other: string };
  /** Identifies the item in the accessible name. */
  name: string;
  count: number;
};

/** A button below an item that shows a count, for example of its likes. */
export function CountButton({ icon, label, nouns, name, count, ...rest }: CountButtonProps) {
  const countText = count === 0 ? '' : ` ${formatCount(count)} ${plural(count, nouns)}`;
  return (
    <Button variant="quiet" size="small" aria-label={`${label}${countText}, ${name}`} {...rest}>
      {icon}
      {label} {count > 0 && <span className="tabular-nums">{formatCount(count)}</span>}
    </Button>
  );
}
