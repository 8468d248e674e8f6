import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
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

type ReactionButtonProps = {
  icon: LucideIcon;
  label: string;
  /** Label, count and item, for example "Cheer 3 cheers, win by Ana: A walk". */
  accessibleName: string;
  isPressed: boolean;
  count: number;
  onPress: () => void;
};

/** A button that toggles a reaction and shows its count. */
export function ReactionButton(props: ReactionButtonProps) {
  const { icon: Icon, label, accessibleName, isPressed, count, onPress } = props;
  return (
    <div className="-mb-1.5 border-t border-line pt-1.5">
      <Button
        variant="quiet"
        size="small"
        aria-label={accessibleName}
        aria-pressed={isPressed}
        className="-ms-3 pointer-coarse:min-h-11"
        onClick={onPress}
      >
        <Icon
          size={20}
          strokeWidth={1.75}
          aria-hidden="true"
          className={isPressed ? 'fill-current text-apricot' : undefined}
        />
        {label} {count > 0 && <span className="tabular-nums">{formatCount(count)}</span>}
      </Button>
    </div>
  );
}
