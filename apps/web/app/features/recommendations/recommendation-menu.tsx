import type { Recommendation } from '@commons/contract/recommendations';
import { useQueryClient } from '@tanstack/react-query';
import { Confirm } from '../../ui/confirm.tsx';
import type { LazyMenuProps } from '../../ui/lazy-menu.tsx';
import { WrittenMenu } from '../reports/index.ts';
import { recommendationLists, useDeleteRecommendation } from './recommendations.api.ts';

type QuestionProps = { id: string; isAsking: boolean; setIsAsking: (isAsking: boolean) => void };

function DeleteQuestion({ id, isAsking, setIsAsking }: QuestionProps) {
  const deletion = useDeleteRecommendation(id, () => setIsAsking(false));
  return (
    <Confirm
      isOpen={isAsking}
      onOpenChange={setIsAsking}
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
    <WrittenMenu
      {...menu}
      subjectType="recommendation"
      written={recommendation}
      noun="Recommendation"
      onRemoved={() => recommendationLists.remove(queryClient, (each) => each.id === id)}
      renderQuestion={(isAsking, setIsAsking) => (
        <DeleteQuestion id={id} isAsking={isAsking} setIsAsking={setIsAsking} />
      )}
    />
  );
}
