import type { CurrentUser } from '@commons/contract/auth/schemas';
import { recommendationLimits as limits } from '@commons/contract/recommendations';
import type { Recommendation, RecommendationType } from '@commons/contract/recommendations/schemas';
import { isBlank } from '@commons/contract/text';
import type { SyntheticEvent } from 'react';
import { contractSchema, useContractForm } from '../../lib/contract-form.ts';
import { draftKey } from '../../lib/drafts.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ContractForm, FormDialog } from '../../ui/contract-form.tsx';
import type { DialogState } from '../../ui/lazy-opening.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { contributionMenu } from '../reports/index.ts';
import { AuthorSupport } from '../support/index.ts';
import { recommendationActions } from './recommendations.api.ts';
import { sectionTexts } from './recommendations.texts.ts';

const schema = contractSchema(
  async () => (await import('@commons/contract/recommendations/schemas')).recommendationInput,
);

type FormOptions = {
  viewer: CurrentUser;
  type: RecommendationType;
  recommendation?: Recommendation;
  onSaved: () => void;
};

/** State of the form for a new or an existing recommendation. Only an empty title disables its submit button. */
function useRecommendationForm({ viewer, type, recommendation, onSaved }: FormOptions) {
  const draft = draftKey(
    viewer.id,
    recommendation ? `recommendation-edit:${recommendation.id}` : `recommendation:${type}`,
  );
  const save = recommendationActions.useSave(recommendation?.id);
  const { onSubmit, ...form } = useContractForm({
    schema,
    original: {
      type,
      title: recommendation?.title ?? '',
      content: recommendation?.content ?? '',
      link: recommendation?.link ?? '',
    },
    draft,
    subject: recommendation && editSubject('recommendation', recommendation.id),
    submit: async (input, idempotencyKey) => {
      await save.mutateAsync({ input, idempotencyKey });
      onSaved();
    },
  });
  const blank = (['title', 'content'] as const).find((name) => isBlank(form.values[name]));
  return {
    ...form,
    canSubmit: form.values.title !== '',
    onSubmit: async (event: SyntheticEvent): Promise<void> => {
      event.preventDefault();
      // Blank fields are not sent, without an error message: the focus moves to the first blank one.
      if (blank === undefined) await onSubmit(event);
      else form.form.setFocus(blank);
    },
  };
}

type FieldsProps = Pick<ReturnType<typeof useRecommendationForm>, 'field' | 'initial'> & {
  draft: string;
  takesFocus?: boolean;
};

const RecommendationFields = ({ field, initial, draft, takesFocus = false }: FieldsProps) => (
  <>
    <TextField
      label="Title"
      autoComplete="off"
      {...field('title')}
      // The member opened the form with a button, so the focus moves into it.
      autoFocus={takesFocus}
      limit={{ max: limits.titleCharacters }}
    />
    <TextArea
      label={sectionTexts[initial.type].contentLabel}
      minRows={3}
      {...field('content')}
      limit={{ max: limits.contentCharacters }}
    />
    <TextField
      label="Link"
      isOptional
      type="url"
      autoComplete="off"
      placeholder="https://"
      {...field('link')}
      limit={{ max: limits.linkCharacters }}
    />
    <AuthorSupport draft={draft} />
  </>
);

type AddRecommendationProps = { id: string; viewer: CurrentUser; type: RecommendationType; onClose: () => void };

/** Inline form above the list. Closing keeps the draft; only Cancel discards it. */
export function AddRecommendation({ id, viewer, type, onClose }: AddRecommendationProps) {
  const { canSubmit, ...form } = useRecommendationForm({ viewer, type, onSaved: onClose });
  const formId = `${id}-form`;
  return (
    <Card id={id} isPadded={false} className="flex max-w-160 flex-col gap-4 p-4">
      <ContractForm form={form} id={formId} className="flex flex-col gap-4 pb-1">
        <RecommendationFields {...form} draft={formId} takesFocus />
      </ContractForm>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="secondary"
          disabled={form.isSubmitting}
          onClick={() => {
            form.discardDraft();
            onClose();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" form={formId} disabled={!canSubmit} isPending={form.isSubmitting}>
          {form.isSubmitting ? 'Adding...' : 'Add Recommendation'}
        </Button>
      </div>
    </Card>
  );
}

type EditDialogProps = DialogState & { viewer: CurrentUser; item: Recommendation };

const EditDialog = ({ viewer, item, ...dialog }: EditDialogProps) => {
  const { canSubmit, ...form } = useRecommendationForm({
    viewer,
    type: item.type,
    recommendation: item,
    onSaved: () => dialog.onOpenChange(false),
  });
  return (
    <FormDialog {...dialog} form={form} title="Edit Recommendation" canSubmit={canSubmit}>
      <RecommendationFields {...form} draft={item.id} />
    </FormDialog>
  );
};

export const RecommendationMenu = contributionMenu('recommendation', recommendationActions, EditDialog);
