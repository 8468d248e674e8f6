import type { Recommendation } from '@commons/contract/recommendations';
import { useQueryClient } from '@tanstack/react-query';
import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';
import { ContributionMenu } from '../reports/index.ts';
import { recommendationLists, useDeleteRecommendation } from './recommendations.api.ts';

type DeleteConfirmationProps = { id: string; isConfirming: boolean; setIsConfirming: (isConfirming: boolean) => void };

function DeleteConfirmation({ id, isConfirming, setIsConfirming }: DeleteConfirmationProps) {
  const deletion = useDeleteRecommendation(id, () => setIsConfirming(false));
  return (
    <Confirm
      isOpen={isConfirming}
      onOpenChange={setIsConfirming}
      title="Delete recommendation"
      text="Are you sure you want to delete this recommendation?"
      confirmLabel="Delete"
      isDestructive
      isPending={deletion.isPending}
      onConfirm={() => deletion.mutate()}
    />
  );
}

type RecommendationMenuProps = LazyMenuProps & { recommendation: Recommendation; onEdit: () => void };

export default function RecommendationMenu({ recommendation, ...menu }: RecommendationMenuProps) {
  const { id } = recommendation;
  const queryClient = useQueryClient();
  return (
    <ContributionMenu
      {...menu}
      subjectType="recommendation"
      contribution={recommendation}
      noun="Recommendation"
      onRemoved={() => recommendationLists.remove(queryClient, (each) => each.id === id)}
      renderConfirmation={(isConfirming, setIsConfirming) => (
        <DeleteConfirmation id={id} isConfirming={isConfirming} setIsConfirming={setIsConfirming} />
      )}
    />
  );
}
