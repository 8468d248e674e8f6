import type { CurrentUser } from '@commons/contract/auth';
import type { Recommendation } from '@commons/contract/recommendations';
import { useQueryClient } from '@tanstack/react-query';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { ContributionMenu } from '../reports/index.ts';
import EditRecommendationDialog from './edit-recommendation-dialog.tsx';
import { recommendationLists, useDeleteRecommendation } from './recommendations.api.ts';

type RecommendationMenuProps = LazyMenuProps & { recommendation: Recommendation; viewer: CurrentUser };

export default function RecommendationMenu({ recommendation, viewer, ...menu }: RecommendationMenuProps) {
  const queryClient = useQueryClient();
  return (
    <ContributionMenu
      {...menu}
      subjectType="recommendation"
      contribution={recommendation}
      noun="Recommendation"
      renderEditor={(dialog) => (
        <EditRecommendationDialog {...dialog} viewer={viewer} recommendation={recommendation} />
      )}
      deletion={useDeleteRecommendation(recommendation.id)}
      onRemoved={() => recommendationLists.remove(queryClient, ({ id }) => id === recommendation.id)}
    />
  );
}
