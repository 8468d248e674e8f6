import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '../../lib/api-error.ts';
import { type Pages, waitingAbove } from '../../lib/pages.ts';
import { ArrivalsPill } from '../../ui/arrivals-pill.tsx';
import type { ContributionLists, Known, Listed } from './contribution-lists.ts';

type ArrivedProps<Item extends Mark & Listed, Mark extends Known, Filter extends string> = {
  lists: ContributionLists<Item, Mark, Filter>;
  filter: Filter;
  /** What is loaded of the list. */
  list: Pick<Pages<Item>, 'pages'> | undefined;
  viewerId: string;
  /** "new win", "new wins". */
  nouns: { one: string; other: string };
  /** Moves to the beginning of the list, which has them from now on. */
  onLoaded: () => void;
};

/** Brings what others wrote meanwhile into a list, when it is asked for. */
export function Arrived<Item extends Mark & Listed, Mark extends Known, Filter extends string>(
  props: ArrivedProps<Item, Mark, Filter>,
) {
  const { lists, filter, list, viewerId, nouns, onLoaded } = props;
  const queryClient = useQueryClient();
  const load = useMutation({
    mutationFn: async () =>
      lists.takeFreshPage(queryClient, filter, await lists.readFresh(queryClient, filter), {
        viewerId,
        withArrived: true,
      }),
    onSuccess: onLoaded,
    onError: (error) => showFailure(error, `Failed to load ${nouns.other}. Please try again.`),
  });
  const { data: arrived } = useQuery(lists.arrivedQuery);
  return (
    <ArrivalsPill
      count={waitingAbove(list, arrived).filter((mark) => lists.belongsTo(mark, filter)).length}
      nouns={nouns}
      isPending={load.isPending}
      onLoad={() => load.mutate()}
    />
  );
}
