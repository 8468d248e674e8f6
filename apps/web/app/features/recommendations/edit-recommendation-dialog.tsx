import type { CurrentUser } from '@commons/contract/auth';
import type { Recommendation } from '@commons/contract/recommendations';
import { clearDraft, draftKey } from '../../lib/drafts.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { RecommendationForm, useRecommendationForm } from './recommendation-form.tsx';
import { useUpdateRecommendation } from './recommendations.api.ts';

type EditRecommendationDialogProps = {
  viewer: CurrentUser;
  recommendation: Recommendation;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Closing keeps the draft; only Cancel discards it. */
export default function EditRecommendationDialog(props: EditRecommendationDialogProps) {
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
