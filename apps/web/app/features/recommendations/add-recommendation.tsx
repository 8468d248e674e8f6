import type { CurrentUser } from '@commons/contract/auth';
import type { RecommendationType } from '@commons/contract/recommendations';
import { useMutation } from '@tanstack/react-query';
import { clearDraft, draftKey, idempotencyKeyOf } from '../../lib/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RecommendationForm, useRecommendationForm } from './recommendation-form.tsx';
import { createRecommendationMutation } from './recommendations.api.ts';

const blank = { title: '', content: '', link: '' };

type AddRecommendationProps = { id: string; viewer: CurrentUser; type: RecommendationType; onClose: () => void };

/** Inline form above the list. Closing keeps the draft; only Cancel discards it. */
export default function AddRecommendation({ id, viewer, type, onClose }: AddRecommendationProps) {
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
