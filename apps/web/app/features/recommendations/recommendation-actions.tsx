import type { CurrentUser } from '@commons/contract/auth';
import type { Recommendation, RecommendationType } from '@commons/contract/recommendations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clearDraft, draftKey, idempotencyKeyOf } from '../../lib/drafts.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { ContributionMenu } from '../reports/index.ts';
import { RecommendationForm, useRecommendationForm } from './recommendation-form.tsx';
import {
  createRecommendationMutation,
  recommendationLists,
  useDeleteRecommendation,
  useUpdateRecommendation,
} from './recommendations.api.ts';

type RecommendationMenuProps = LazyMenuProps & { recommendation: Recommendation; viewer: CurrentUser };

export function RecommendationMenu({ recommendation, viewer, ...menu }: RecommendationMenuProps) {
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
      onRemoved={() => recommendationLists.remove(queryClient, recommendation.id)}
    />
  );
}

const blank = { title: '', content: '', link: '' };

type AddRecommendationProps = { id: string; viewer: CurrentUser; type: RecommendationType; onClose: () => void };

/** Inline form above the list. Closing keeps the draft; only Cancel discards it. */
export function AddRecommendation({ id, viewer, type, onClose }: AddRecommendationProps) {
  const draft = draftKey(viewer.id, `recommendation:${type}`);
  const create = useMutation(createRecommendationMutation);
  const { form, fields, isSendable, isSubmitting } = useRecommendationForm({
    type,
    original: blank,
    draft,
    send: (input) => create.mutateAsync({ input, idempotencyKey: idempotencyKeyOf(draft, JSON.stringify(input)) }),
    onSent: onClose,
  });
  const formId = `${id}-form`;
  return (
    <Card id={id} className="flex max-w-160 flex-col gap-4">
      <RecommendationForm id={formId} form={form} fields={fields} takesFocus />
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="secondary"
          disabled={isSubmitting}
          onClick={() => {
            clearDraft(draft);
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" form={formId} disabled={!isSendable} isPending={isSubmitting}>
          {isSubmitting ? 'Adding...' : 'Add Recommendation'}
        </Button>
      </div>
    </Card>
  );
}

type EditRecommendationDialogProps = {
  viewer: CurrentUser;
  recommendation: Recommendation;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Closing keeps the draft; only Cancel discards it. */
export function EditRecommendationDialog(props: EditRecommendationDialogProps) {
  const { viewer, recommendation, isOpen, onOpenChange } = props;
  const { id, type, title, content, link } = recommendation;
  const draft = draftKey(viewer.id, `recommendation-edit:${id}`);
  const update = useUpdateRecommendation(id);
  const { form, fields, isSendable, isSubmitting } = useRecommendationForm({
    type,
    original: { title, content, link: link ?? '' },
    draft,
    subject: editSubject('recommendation', id),
    send: (input) => update.mutateAsync(input),
    onSent: () => onOpenChange(false),
  });
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Edit Recommendation"
      submitLabel="Save"
      pendingLabel="Saving..."
      isSendable={isSendable}
      isPending={isSubmitting}
      onCancel={() => clearDraft(draft)}
    >
      {(formId) => <RecommendationForm id={formId} form={form} fields={fields} />}
    </DialogForm>
  );
}
