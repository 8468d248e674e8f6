import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
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

type ReactionButtonProps = {
  icon: LucideIcon;
  label: string;
  /** For example "cheer" and "cheers". */
  nouns: { one: string; other: string };
  /** Identifies the item in the accessible name. */
  name: string;
  isPressed: boolean;
  count: number;
  onPress: () => void;
};

/** A button that toggles a reaction and shows its count. */
export function ReactionButton(props: ReactionButtonProps) {
  const { icon: Icon, label, nouns, name, isPressed, count, onPress } = props;
  const countText = count === 0 ? '' : ` ${formatCount(count)} ${plural(count, nouns)}`;
  return (
    <div className="-mb-1.5 border-t border-line pt-1.5">
      <Button
        variant="quiet"
        size="small"
        aria-label={`${label}${countText}, ${name}`}
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
