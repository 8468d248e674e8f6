import type { RecommendationType } from '@commons/contract/recommendations/schemas';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { CardGrid } from '../../ui/card-grid.tsx';
import { Card } from '../../ui/card.tsx';
import { FocusRestorer } from '../../ui/focus.tsx';
import { useLazyDisclosure } from '../../ui/lazy-opening.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { useViewer } from '../auth/index.ts';
import { ArrivalsButton } from '../contributions/index.ts';
import { RecommendationCard } from './recommendation-card.tsx';
import { recommendationLists } from './recommendations.api.ts';
import { newRecommendations, sectionTexts } from './recommendations.texts.ts';

const AddRecommendation = lazyPart(async () => ({
  default: (await import('./recommendation-actions.tsx')).AddRecommendation,
}));

/**
 * Members' recommendations. The screen's loader prefetches `recommendationLists.query(type)`.
 */
export function Recommendations({ type }: { type: RecommendationType }) {
  const viewer = useViewer();
  const { isOpen: isAdding = false, setIsOpen: setIsAdding, open, button } = useLazyDisclosure(AddRecommendation);
  const addButton = useRef<HTMLButtonElement>(null);
  const listStart = useRef<HTMLDivElement>(null);
  const formId = useId();
  const texts = sectionTexts[type];
  return (
    <FocusRestorer label={texts.heading}>
      <div ref={listStart} className="flex scroll-mt-20 flex-col gap-4">
        <div className="flex flex-wrap items-end justify-between gap-4 sm:max-xl:flex-nowrap">
          <div className="min-w-0">
            <h2 className="text-xl wrap-anywhere">{texts.heading}</h2>
            <p className="mt-1 text-muted">{texts.lead}</p>
          </div>
          <Button
            ref={addButton}
            variant="secondary"
            className="max-w-full max-sm:shrink"
            aria-expanded={isAdding}
            aria-controls={isAdding ? formId : undefined}
            disabled={!viewer}
            {...button}
            onClick={isAdding ? () => setIsAdding(false) : open}
          >
            {texts.add}
          </Button>
        </div>
        {viewer && isAdding && (
          <AddRecommendation
            id={formId}
            viewer={viewer}
            type={type}
            onClose={() => {
              setIsAdding(false);
              addButton.current?.focus();
            }}
          />
        )}
        <div className="relative">
          <CardGrid
            noun="recommendations"
            list={useInfiniteQuery(recommendationLists.query(type))}
            loadsAutomatically={false}
            className="grid gap-4 sm:grid-cols-2 xl:grid-cols-1"
            skeleton={<RecommendationSkeleton />}
            isReady={viewer !== undefined}
            before={
              viewer && (
                <ArrivalsButton
                  lists={recommendationLists}
                  filter={type}
                  viewerId={viewer.id}
                  countText={newRecommendations}
                  failedText="Failed to load new recommendations. Please try again."
                  onLoaded={() => listStart.current?.scrollIntoView()}
                />
              )
            }
            empty={isAdding ? <></> : <p className="text-sm text-muted">No recommendations yet. {texts.emptyText}</p>}
          >
            {(recommendation) =>
              viewer && <RecommendationCard key={recommendation.id} recommendation={recommendation} viewer={viewer} />
            }
          </CardGrid>
        </div>
      </div>
    </FocusRestorer>
  );
}

const RecommendationSkeleton = () => (
  <Card aria-hidden="true">
    <Skeleton className="h-5 w-4/5" />
    <Skeleton className="mt-4 h-4" />
    <Skeleton className="mt-2 h-4 w-11/12" />
    <Skeleton className="mt-6 h-8 w-3/5" />
  </Card>
);
